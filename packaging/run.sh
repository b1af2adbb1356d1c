#!/bin/sh
# Open the sample export, or FILE, in a window: sh packaging/run.sh [FILE]
# Makes what it needs at the first run. Without a display: the table of verdicts and a picture of the window.
set -eu

script=$0
while [ -L "$script" ]; do
    link=$(readlink "$script")
    case "$link" in
    /*) script=$link ;;
    *) script=$(dirname "$script")/$link ;;
    esac
done
root=$(CDPATH='' cd -- "$(dirname -- "$script")/.." && pwd)
# shellcheck source=packaging/setup.sh
. "$root/packaging/setup.sh"

[ $# -le 1 ] || fail 'usage: sh packaging/run.sh [FILE]'
file=${1:-$root/resources/sample}
[ -e "$file" ] || fail "$file: there is no such file or folder."

make_environment ''
see_to_libraries

# A name that begins with a dash is a name all the same.
case "$file" in
/*) ;;
*) file=./$file ;;
esac

if [ "$(uname -s)" != Linux ] || [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
    exec "$venv/bin/python" -m citeview "$file"
fi

printf 'There is no display here, so these are the verdicts, and a picture of the window.\n\n' >&2
status=0
"$venv/bin/python" -m citeview check "$file" || status=$?
# 1 says that some citations are not found, which is an answer; anything else is an error that has been printed.
[ "$status" -le 1 ] || exit "$status"
"$venv/bin/python" -m citeview shot "$file" --out citeview.png || fail 'The picture cannot be written here.'
printf '\nThe window, as it would look: %s/citeview.png\n' "$(pwd)" >&2
