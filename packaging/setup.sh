# shellcheck shell=sh
# Sourced by run.sh and test.sh: find Python, make the environment once, see to the libraries that Qt needs.
# Expects $root, the project's folder. Sets $venv.

venv=${root:?}/.venv

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
    apt-get update -qq >&2 </dev/null &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null </dev/null
}

# What a set-up depends on: the packages asked for, where it is, and by which Python. The link tells the Python's version
# without starting it, and changes when an upgrade of the system replaces it.
wanted() {
    cksum <"$root/pyproject.toml"
    readlink -f "$venv/bin/python" || :
    printf '%s' "$root"
}

# Whether the environment holds $1, "" or "[dev]"; one for development does for running too.
holds() {
    for held in "$1" '[dev]'; do
        if [ -x "$venv/bin/python" ] && [ -f "$venv/.citeview$held" ] &&
            [ "$(cat "$venv/.citeview$held")" = "$(wanted)" ]; then
            return 0
        fi
    done
    return 1
}

# A stamp written last says that all of it is there, so a set-up that failed or was stopped is made again, and one that
# is there costs one comparison.
make_environment() {
    holds "$1" && return 0
    # Two first runs at once: the second waits for the first, on a lock that goes with its process.
    exec 9<"$root"
    ! command -v flock >/dev/null 2>&1 || flock 9
    if ! holds "$1"; then
        set_up "$1"
    fi
    exec 9<&-
}

set_up() {
    # A stopped installation may have left half a package behind, which pip takes for a whole one.
    if [ -e "$venv/.unfinished" ] || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
        make_empty_environment
    fi
    printf 'Installing what citeview needs in %s (only this once) …\n' "$venv" >&2
    : >"$venv/.unfinished"
    rm -f "$venv"/.citeview*
    if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable "$root$1" </dev/null; then
        # Here pip itself took back what it had begun.
        rm -f "$venv/.unfinished"
        fail 'The packages cannot be installed; what pip says is above. Run this again when that is mended.'
    fi
    wanted >"$venv/.citeview$1"
    rm -f "$venv/.unfinished"
}

make_empty_environment() {
    python=$(find_python) ||
        fail 'citeview needs Python 3.11 or later. On Debian or Ubuntu: sudo apt-get install python3 python3-venv'
    rm -rf "$venv"
    "$python" -m venv "$venv" >/dev/null 2>&1 && return 0
    # Debian parts Python from its ensurepip; the pip that is there can fill an environment from outside.
    rm -rf "$venv"
    if "$python" -m venv --without-pip "$venv" >/dev/null 2>&1 &&
        "$python" -m pip --python "$venv/bin/python" install --quiet --disable-pip-version-check pip </dev/null; then
        return 0
    fi
    rm -rf "$venv"
    package=$(basename "$python")-venv
    if can_install && install_packages "$package" && "$python" -m venv "$venv"; then
        return 0
    fi
    rm -rf "$venv"
    fail "Python cannot make an environment in $venv. On Debian or Ubuntu: sudo apt-get install $package"
}

# The libraries that Qt and its platform plugins load, and Debian's packages of them.
qt_libraries='
libEGL.so.1 libegl1
libGL.so.1 libgl1
libX11.so.6 libx11-6
libX11-xcb.so.1 libx11-xcb1
libdbus-1.so.3 libdbus-1-3
libfontconfig.so.1 libfontconfig1
libfreetype.so.6 libfreetype6
libglib-2.0.so.0 libglib2.0-0
libwayland-client.so.0 libwayland-client0
libwayland-cursor.so.0 libwayland-cursor0
libxcb.so.1 libxcb1
libxcb-cursor.so.0 libxcb-cursor0
libxcb-icccm.so.4 libxcb-icccm4
libxcb-image.so.0 libxcb-image0
libxcb-keysyms.so.1 libxcb-keysyms1
libxcb-randr.so.0 libxcb-randr0
libxcb-render.so.0 libxcb-render0
libxcb-render-util.so.0 libxcb-render-util0
libxcb-shape.so.0 libxcb-shape0
libxcb-shm.so.0 libxcb-shm0
libxcb-sync.so.1 libxcb-sync1
libxcb-util.so.1 libxcb-util1
libxcb-xfixes.so.0 libxcb-xfixes0
libxcb-xkb.so.1 libxcb-xkb1
libxkbcommon.so.0 libxkbcommon0
libxkbcommon-x11.so.0 libxkbcommon-x11-0
'

missing_packages() {
    known=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null) || return 0
    printf '%s' "$qt_libraries" | while read -r library package; do
        [ -n "$library" ] || continue
        case "$known" in
        *"	$library "*) ;;
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
    fail "Qt needs libraries that are not here. On Debian or Ubuntu: sudo apt-get install ${missing% }"
}
