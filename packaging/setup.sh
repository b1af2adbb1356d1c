# Sourced by run.sh and test.sh: find Python, make the environment once, see to the libraries that Qt needs.
# Expects $root, the project's folder. Sets $venv.

venv="$root/.venv"

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

find_python() {
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            printf '%s\n' "$candidate"
            return 0
        fi
    done
    return 1
}

can_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1
}

install_packages() {
    printf 'Installing %s …\n' "$*" >&2
    apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null
}

# What the environment must hold: `extra` is "" or "[dev]". A stamp written last says that it holds it, so an install that
# failed or was stopped is made again, and one that is there costs one comparison.
make_environment() {
    extra=$1
    stamp="$venv/.citeview$extra"
    wanted=$(cat "$root/pyproject.toml" "$root/packaging/setup.sh" | cksum)
    if [ -x "$venv/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted $root" ]; then
        return 0
    fi
    python=$(find_python) || fail 'citeview needs Python 3.11 or later; install it (on Debian or Ubuntu: sudo apt-get install python3 python3-venv).'
    printf 'Making the environment in %s (once) …\n' "$venv" >&2
    if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
        rm -rf "$venv"
        if ! "$python" -m venv "$venv" >/dev/null 2>&1; then
            rm -rf "$venv"
            if can_install; then
                install_packages python3-venv || fail 'python3-venv cannot be installed.'
                "$python" -m venv "$venv" || fail 'The environment cannot be made.'
            elif "$python" -m virtualenv --version >/dev/null 2>&1; then
                "$python" -m virtualenv -q "$venv" || fail 'The environment cannot be made.'
            else
                fail 'Python lacks its venv module; run: sudo apt-get install python3-venv'
            fi
        fi
    fi
    rm -f "$stamp"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable "$root$extra" ||
        fail 'The packages cannot be installed; what pip says is above. Run this again when that is mended.'
    printf '%s %s' "$wanted" "$root" >"$stamp"
}

# Debian packages whose libraries Qt's platform plugins load, and the library that shows whether each is there.
qt_libraries='
libEGL.so.1 libegl1
libGL.so.1 libgl1
libxkbcommon.so.0 libxkbcommon0
libxkbcommon-x11.so.0 libxkbcommon-x11-0
libdbus-1.so.3 libdbus-1-3
libfontconfig.so.1 libfontconfig1
libfreetype.so.6 libfreetype6
libglib-2.0.so.0 libglib2.0-0
libxcb-cursor.so.0 libxcb-cursor0
libxcb-icccm.so.4 libxcb-icccm4
libxcb-image.so.0 libxcb-image0
libxcb-keysyms.so.1 libxcb-keysyms1
libxcb-randr.so.0 libxcb-randr0
libxcb-render-util.so.0 libxcb-render-util0
libxcb-shape.so.0 libxcb-shape0
libxcb-xinerama.so.0 libxcb-xinerama0
libxcb-xkb.so.1 libxcb-xkb1
'

missing_packages() {
    known=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null) || return 0
    printf '%s' "$qt_libraries" | while read -r library package; do
        [ -n "$library" ] || continue
        case "$known" in
        *"$library "*) ;;
        *) printf '%s ' "$package" ;;
        esac
    done
}

see_to_libraries() {
    [ "$(uname -s)" = Linux ] || return 0
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086 # a list of names without blanks in them
    if can_install && install_packages $missing; then
        return 0
    fi
    fail "Qt needs libraries that are not here; run: sudo apt-get install $missing"
}
