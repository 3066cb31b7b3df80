# Sourced by ./run and ./test from the top of the checkout: `set_up LOCK` leaves in .venv what that lock lists,
# and this checkout as an editable install. It does nothing when nothing has changed since the last time.

# These come from the caller's shell and would make the programs here slower, or others than the locked ones.
unset PYTHONDONTWRITEBYTECODE PYTHONHOME PYTHONPATH
# uv then trusts the same certificates as pip and git on this machine.
export UV_SYSTEM_CERTS=1

say() {
    printf '%s\n' "$*" >&2
}

# Debian packages, installed when we may; else false, and the caller decides what that means.
apt_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    say "Installing Debian packages: $* ..."
    apt_log=$(mktemp)
    if { apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } >"$apt_log" 2>&1 </dev/null
    then
        rm -f "$apt_log"
    else
        tail -n 20 "$apt_log" >&2
        rm -f "$apt_log"
        return 1
    fi
}

find_python() {
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            return
        fi
    done
    say "Hikyaku needs Python 3.11 or newer, and found none. Install it, or name one: PYTHON=/path/to/python3 $0"
    exit 1
}

# Everything that decides what has to be in .venv; C sources because they are compiled when installing.
fingerprint() {
    {
        printf '%s\n' "$PWD"
        .venv/bin/python -V
        for input in pyproject.toml setup.py requirements*.lock .ci/setup.sh app/engine/*.h app/games/*/*.c; do
            if [ -f "$input" ]; then sha256sum "$input"; fi
        done
    } 2>/dev/null | sha256sum
}

# The development lock holds everything of the other one, so its stamp serves both.
is_set_up() {
    [ -x .venv/bin/python ] || return 1
    now=$(fingerprint)
    for stamp in ".venv/$1.stamp" .venv/requirements-dev.lock.stamp; do
        if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ]; then return; fi
    done
    return 1
}

# An environment knows where it lies and which Python it was made for: moved, copied or outlived, it is made anew.
make_venv() {
    if grep -qsF "$PWD/.venv/" .venv/bin/pip && .venv/bin/python -c 'import pip' 2>/dev/null; then
        return
    fi
    find_python
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null && ! apt_install python3-venv; then
        say "$python cannot make virtual environments. On Debian and Ubuntu: apt-get install python3-venv"
        exit 1
    fi
    "$python" -m venv --clear .venv
}

pip_install() {
    .venv/bin/python -m pip install -qq --disable-pip-version-check "$@"
}

# uv is ten times faster; pip does the same where uv is not to be had, or cannot reach an index that pip can.
install() {
    if [ -x .venv/bin/uv ] && .venv/bin/uv pip install --quiet --compile-bytecode --python .venv/bin/python "$@"; then
        return
    fi
    pip_install "$@"
}

set_up() {
    if is_set_up "$1"; then return; fi
    # Two runs at once must not write into one environment: the second waits here, and then finds the work done.
    if command -v flock >/dev/null; then
        exec 9>.venv.lock
        flock 9
    fi
    if ! is_set_up "$1"; then
        say "Setting up .venv (the first time takes up to a minute) ..."
        rm -f .venv/*.stamp
        make_venv
        pip_install --only-binary :all: --require-hashes -r requirements-uv.lock 2>/dev/null ||
            say "uv is not available here. Continuing with pip, which is a little slower."
        install --require-hashes -r "$1"
        install --no-deps --no-build-isolation --editable .
        fingerprint >".venv/$1.stamp"
    fi
    exec 9>&-
}
