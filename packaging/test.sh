#!/bin/sh
# Check everything: lint, format, types, layers, tests. Makes what it needs at the first run.
# Arguments go to pytest: sh packaging/test.sh tests/text -k ready
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# shellcheck source=packaging/setup.sh
. "$root/packaging/setup.sh"

make_environment '[dev]'
see_to_libraries
cd "$root"
bin=$venv/bin

# No window may open on the screen of whoever runs the tests.
QT_QPA_PLATFORM=offscreen
export QT_QPA_PLATFORM

printf 'lint\n'
"$bin/ruff" check .
"$bin/ruff" format --check --quiet .
printf 'types\n'
"$bin/mypy"
printf 'layers\n'
"$bin/lint-imports" --no-cache >"$venv/layers.log" 2>&1 || { cat "$venv/layers.log"; exit 1; }
printf 'tests\n'
if [ $# -gt 0 ]; then
    "$bin/python" -m pytest -q "$@"
else
    "$bin/python" -m pytest -q -n 2
fi
printf 'All checks passed.\n'
