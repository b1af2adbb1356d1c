#!/bin/sh
# Open the sample export, or FILE, in a window: sh packaging/run.sh [FILE]
# Sets up what it needs at the first run. Without a display: the table of verdicts and a picture of the window.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)
# shellcheck source=packaging/setup.sh
. "$root/packaging/setup.sh"

[ $# -le 1 ] || fail 'usage: sh packaging/run.sh [FILE]'
file=${1:-$root/resources/sample}
[ -e "$file" ] || fail "$file: there is no such file or folder."
# A name that begins with a dash is a name all the same.
case "$file" in
/*) ;;
*) file=./$file ;;
esac

see_to_libraries
make_environment ''

if [ "$(uname -s)" != Linux ] || [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
    exec "$venv/bin/python" -m citeview "$file"
fi

printf 'There is no display here: these are the verdicts, and then a picture of the window.\n\n' >&2
status=0
"$venv/bin/python" -m citeview check "$file" || status=$?
# 1 says that some citations are not found, which is an answer; anything else is an error that has been printed.
[ "$status" -le 1 ] || exit "$status"
picture=$(pwd)/citeview.png
"$venv/bin/python" -m citeview shot "$file" --out "$picture" || fail "No picture could be written to $picture."
printf '\nThe window as it would look: %s\n' "$picture" >&2
