# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034
# Sourced, in the checkout's folder: what several scripts need.

# find_root: sets $as_root to the command that makes another command root's: nothing, or sudo. sudo may ask for a password
# only if somebody is at the terminal. Fails if there is no right to become root.
find_root() {
    as_root=
    [ "$(id -u)" -ne 0 ] || return 0
    as_root=sudo
    command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }
}

# find_roots: sets $CYCLETIME_ROOTS to the folder of the Debians that scripts/lib/debian.sh makes, also for what $as_root
# starts.
find_roots() {
    CYCLETIME_ROOTS=${CYCLETIME_ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/cycletime/roots}
    mkdir -p "$CYCLETIME_ROOTS"
    CYCLETIME_ROOTS=$(cd "$CYCLETIME_ROOTS" && pwd -P)
    export CYCLETIME_ROOTS
    [ -z "$as_root" ] || as_root="$as_root --preserve-env=CYCLETIME_ROOTS"
}

# patiently COMMAND...: repeats COMMAND, which fetches something, for about two minutes until it succeeds. A failed download
# says nothing about the code: a script then exits with 77, and its last line names what could not be fetched.
patiently() {
    for pause in 5 15 30 60; do
        ! "$@" || return 0
        echo "failed, and is tried again in $pause s: $*" >&2
        sleep "$pause"
    done
    "$@"
}

# find_mirror: prints the machine's own Debian mirror. apt knows it as a source with "main" that ends in /debian.
find_mirror() {
    # shellcheck disable=SC2016 # for apt to expand
    apt-get indextargets --format '$(COMPONENT) $(REPO_URI)' 2>/dev/null |
        sed -n 's|^main \(https\{0,1\}://.*/debian\)/$|\1|p' | grep . -m 1 || echo http://deb.debian.org/debian
}

# make_debian SUITE PLACE OPTION...: makes a Debian in PLACE with mmdebstrap. An old mirror is good enough.
make_debian() {
    make_debian_suite=$1 make_debian_place=$2
    shift 2
    rm -rf --one-file-system "$make_debian_place"
    # mmdebstrap gives its programs the caller's TMPDIR, which the new Debian does not have.
    env -u TMPDIR mmdebstrap --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Languages "none"' \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' "$@" "$make_debian_suite" "$make_debian_place" "$(find_mirror)"
}

no_32_bit='this Linux runs no 32-bit program'

# linux_runs_32_bit: succeeds if this Linux runs an i386 program. The program is its headers and _exit(42).
linux_runs_32_bit() {
    mkdir -p build
    program=$(mktemp -p build runs_32_bit.XXXXXX)
    {
        printf '\177ELF\001\001\001\000\000\000\000\000\000\000\000\000\002\000\003\000\001\000\000\000\124\200\004\010'
        printf '\064\000\000\000\000\000\000\000\000\000\000\000\064\000\040\000\001\000\050\000\000\000\000\000'
        printf '\001\000\000\000\000\000\000\000\000\200\004\010\000\200\004\010\140\000\000\000\140\000\000\000'
        printf '\005\000\000\000\000\020\000\000\270\001\000\000\000\273\052\000\000\000\315\200'
    } >"$program"
    chmod +x "$program"
    ended=0
    # A shell runs a file that Linux does not start as a script.
    "./$program" </dev/null >/dev/null 2>&1 || ended=$?
    rm "$program"
    [ "$ended" -eq 42 ]
}

# apart COMMAND...: runs COMMAND in a session of its own until it ends. If this shell is told to end, it ends that session
# and waits for it. Background commands of a shell ignore Ctrl-C, about which there are tests, so signals are reset.
apart() {
    apart_status=0
    setsid env --default-signal=HUP,INT,QUIT,TERM "$@" </dev/null &
    apart_leader=$!
    trap 'end_apart; exit 129' HUP
    trap 'end_apart; exit 130' INT
    trap 'end_apart; exit 143' TERM
    wait "$apart_leader" || apart_status=$?
    trap - HUP INT TERM
    return "$apart_status"
}

end_apart() {
    kill -TERM "-$apart_leader" 2>/dev/null || true
    wait "$apart_leader" || true
}

# exit_on_signals: HUP, INT and TERM end the script, so that its EXIT trap runs.
exit_on_signals() {
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
}
