# SPDX-License-Identifier: MIT
# interrupt.sh BUILD TREE WORK: Ctrl-C in a terminal, which is a signal to its foreground processes, reaches the program
# once; the command stays until that has ended, and has its exit code.
set -eu

build=$1 tree=$2 work=$3 machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"

# interrupt EXPECTED COMMAND...: family.exe ends with 90 at Ctrl-C.
interrupt() {
    expected=$1 patience=300 status=0
    shift
    : >"$work/out"  # what the last one said is not to be taken for this one's word
    setsid "$@" </dev/null >"$work/out" 2>"$work/err" &
    group=$!
    until grep -q waits "$work/out" || [ "$patience" -eq 0 ]; do
        patience=$((patience - 1))
        sleep 0.1
    done
    kill -INT "-$group"
    wait "$group" || status=$?
    printf '%s\nevent 0\nexit code 90\n' "$expected" >"$work/expected"
    { tr -d '\r' <"$work/out" && echo "exit code $status"; } >"$work/found"
    diff "$work/expected" "$work/found" && return
    echo "failed: $*"
    cat "$work/err"
    exit 1
}

program=$build/x86_64/tests/wine/family.exe
interrupt 'waits, plain' wine "$program" console
interrupt 'waits, hooked' "$tree/bin/cycletime" run "$program" console
