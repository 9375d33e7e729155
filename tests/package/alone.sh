# SPDX-License-Identifier: MIT
# alone.sh BUILD TREE WORK MACHINE: programs under cycletime tell of their jobs, of their first last error, of their TLS
# callbacks, of what they import and of many children what they tell alone, and a program ends when the command that was
# started does.
set -eu

build=$1 tree=$2 work=$3 machine=$4
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
failed=0 started=
trap ': >"$work/grows.over"' EXIT

size() {
    wc -c <"$work/grows" | tr -d ' '
}

# goes_on SECONDS: for so long at most, until it stands still. The program writes twenty times a second.
goes_on() {
    patience=$1
    while before=$(size) && sleep 1 && [ "$(size)" -ne "$before" ]; do
        patience=$((patience - 1))
        [ "$patience" -gt 0 ] || return 0
    done
    return 1
}

# start COMMAND...: in a session of its own, until the program runs.
start() {
    rm -f "$work/grows" "$work/grows.over"
    patience=300
    : >"$work/out"
    setsid "$@" "$work/grows" </dev/null >"$work/out" 2>"$work/err" &
    started=$!
    until grep -q stays "$work/out" && [ -s "$work/grows" ]; do
        patience=$((patience - 1))
        if [ "$patience" -eq 0 ]; then
            echo "did not start: $*"
            cat "$work/out" "$work/err"
            exit 1
        fi
        sleep 0.1
    done
}

# ends SIGNAL WHOM: the program ends, WHOM is "" for the command, "-" for its group as from a terminal.
ends() {
    start "$tree/bin/cycletime" run "$build/$machine/tests/wine/stays.exe"
    goes_on 1 || { echo "ended by itself"; failed=$((failed + 1)); }
    kill "-$1" "$2$started"
    if goes_on 10; then
        echo "failed: $1 to $2$started leaves the program running"
        failed=$((failed + 1))
    fi
    : >"$work/grows.over"
    wait "$started" 2>/dev/null || true
}

# tells LINE PROGRAM ARGUMENTS: the same alone and under cycletime, and LINE is in it.
tells() {
    line=$1 program=$build/$machine/tests/wine/$2.exe
    echo "$2:"
    shift 2
    wine "$program" "$@" </dev/null 2>/dev/null | tr -d '\r' >"$work/alone"
    "$tree/bin/cycletime" run "$program" "$@" </dev/null 2>/dev/null | tr -d '\r' >"$work/launched"
    cat "$work/alone"
    grep -q "^$line" "$work/alone" || { echo "failed: tells nothing"; failed=$((failed + 1)); }
    diff "$work/alone" "$work/launched" || failed=$((failed + 1))
}

tells 'self, then, in job' jobs
tells 'second: reason 2, .* thread 1, in order 1$' callbacks
tells 'imports with other names: 0, elsewhere: 0 of' checksum
tells '60 children, 60 of them at once, 60 ended with their own codes, 60 told of$' crowd 60

ends TERM ''
ends HUP ''
ends HUP -
ends INT -
# The command itself is a shell, as long as a 32-bit program runs.
[ "$machine" = i686 ] || ends KILL ''

[ "$failed" -eq 0 ]
