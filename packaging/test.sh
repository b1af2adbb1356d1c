#!/bin/sh
# Check everything: lint, format, types, layers, tests. Sets up what it needs at the first run.
# Arguments go to pytest, in one process: sh packaging/test.sh tests/text -k ready
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)
# shellcheck source=packaging/setup.sh
. "$root/packaging/setup.sh"

see_to_libraries
make_environment '[dev]'
cd "$root"

# No window may open on the screen of whoever runs the tests.
QT_QPA_PLATFORM=offscreen
export QT_QPA_PLATFORM

failed=
step() {
    name=$1
    shift
    printf -- '--- %s\n' "$name"
    "$@" || failed="$failed $name"
}

[ $# -gt 0 ] || set -- -n 2
bin=$venv/bin
step lint "$bin/ruff" check .
step format "$bin/ruff" format --check --quiet .
step types "$bin/mypy"
step layers "$bin/lint-imports" --no-cache --no-logo
step tests "$bin/python" -m pytest -q "$@"

[ -z "$failed" ] || fail "FAILED:$failed"
printf 'All checks passed.\n'
