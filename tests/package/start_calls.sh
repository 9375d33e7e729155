# SPDX-License-Identifier: MIT
# start_calls.sh TREE WORK: how many system calls more than without it an empty program makes from its start to its end,
# with the hooks alone, and what the command makes of its own. A call is dear on some machines, and these numbers are the
# same on all.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
unset CYCLETIME_UNIXLIB WINEDLLPATH LD_PRELOAD CYCLETIME_RUN
ln -s "$tree" "$work/tree" # LD_PRELOAD cannot hold a blank
program=$tree/lib/wine/x86_64-windows/cycletime-bench.exe
preload=$work/tree/lib/preload/'${PLATFORM}'/cycletime_preload.so

if ! strace -f -o "$work/try" true 2>"$work/try.err"; then
    echo "skipped: strace cannot follow a program here: $(cat "$work/try.err")"
    exit 77
fi

# counted EXPECTED WORDS...: the system calls of strace's WORDS, the fewest of five runs: Wine's own number varies.
counted() {
    expected=$1
    shift
    for _ in 1 2 3 4 5; do
        status=0
        timeout 300 strace -f -c -o "$work/calls" "$@" </dev/null >"$work/out" 2>&1 || status=$?
        if [ "$status" -ne "$expected" ]; then
            echo "$*: exit code $status, not $expected:" >&2
            cat "$work/out" >&2
            return 1
        fi
        awk '$NF == "total" { print $4 }' "$work/calls"
    done | sort -n | head -1
}

# within WHAT MORE LEAST MOST: fewer than LEAST, and what is measured did not take place.
within() {
    echo "$1: $2 system calls more, at least $3, at most $4"
    [ "$2" -ge "$3" ] && [ "$2" -le "$4" ]
}

alone=$(counted 42 wine "$program" --nothing)
hooked=$(counted 42 -E "LD_PRELOAD=$preload" wine "$program" --nothing)
within 'the hooks' $((hooked - alone)) 200 400
alone=$(counted 0 true)
under=$(counted 0 "$tree/bin/cycletime" run true)
within 'cycletime run' $((under - alone)) 50 150
