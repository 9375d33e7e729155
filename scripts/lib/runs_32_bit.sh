# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034
# Sourced, in the checkout's folder.

no_32_bit='this Linux runs no 32-bit program'

# linux_runs_32_bit: whether it starts one. This is all of one for i386: its headers, and _exit(42).
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
    # A shell takes what Linux does not start for a script.
    "./$program" </dev/null >/dev/null 2>&1 || ended=$?
    rm "$program"
    [ "$ended" -eq 42 ]
}
