#!/bin/sh
# SPDX-License-Identifier: MIT
# from_linux.sh LIBRARY: what a program shows that is started from Linux, with the preload LIBRARY and without it, and no
# Windows program can: a child whose environment for Windows is its own, and what is said on stderr. Where the test programs
# are; WINE starts them.
set -eu

library=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
failed=0

wrong() {
    echo "failed: $*"
    failed=$((failed + 1))
}

# hooked WORDS PROGRAM ARGUMENTS...
hooked() {
    words=$1
    shift
    LD_PRELOAD=$library CYCLETIME_RUN=$words $WINE "$@" </dev/null
}

# environment [wide]: the child of family.exe has a block of its own, in which no CYCLETIME_RUN is.
environment() {
    $WINE ./family.exe environment "$@" </dev/null >"$work/alone" 2>/dev/null
    hooked '' ./family.exe environment "$@" >"$work/hooked" 2>/dev/null
    grep -aq '^plain, [1-9][0-9]* characters' "$work/alone" || wrong "the environment alone: $(cat "$work/alone")"
    LC_ALL=C sed 's/^plain,/hooked,/' "$work/alone" | cmp - "$work/hooked" \
        || wrong "a child with an environment block of its own is not the same and hooked: $*"
}
environment
environment wide

# What is hooked is not worth a word.
hooked verbose ./family.exe chain 2 >"$work/out" 2>"$work/errors"
[ "$(grep -c ': hooked' "$work/out")" -eq 3 ] || wrong "a chain: $(cat "$work/out")"
! grep '^cycletime: ' "$work/errors" || wrong 'verbose says something of what is hooked'

# said WORDS CODE LINE: of a program that cannot be hooked, since it brings another version of cycletime along.
said() {
    : >"$work/first"
    code=0
    hooked "$1 ack=$work/first" "$work/linked.exe" >"$work/out" 2>"$work/errors" || code=$?
    [ "$code" -eq "$2" ] || wrong "$1: ends with $code, not $2"
    sed -n 's/^cycletime: .*linked[.]exe: //p' "$work/errors" >"$work/said"
    [ "$(cat "$work/said")" = "$3" ] || wrong "$1: it says $(cat "$work/errors")"
}
cp linked.exe "$work"
cp outdated.dll "$work/cycletime.dll"
said must 125 'not run: its cycletime.dll has another version'
[ ! -s "$work/out" ] || wrong "it ran: $(cat "$work/out")"
said verbose 0 'runs without cycletime: its cycletime.dll has another version'
said '' 0 ''
cp stillborn.dll "$work/cycletime.dll"
said must 125 "not run: cannot replace the system's functions: error 193"

[ "$failed" -ne 0 ] || echo "all tests passed"
