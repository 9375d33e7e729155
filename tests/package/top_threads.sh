# SPDX-License-Identifier: MIT
# top_threads.sh TREE WORK: what the viewer reports about the threads of a program under cycletime lies between what these
# say of themselves before and after. In between they wait.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
cycletime=$tree/bin/cycletime

mkfifo "$work/ask"
"$machine-w64-mingw32-gcc" -O2 threads.c -o "$work/threads.exe"
: >"$work/reported"
"$cycletime" run "$work/threads.exe" <"$work/ask" >"$work/reported" 2>"$work/err" &
exec 4>"$work/ask"

lines() {
    tr -d '\r' <"$work/reported" | sed -n "s/^$1//p"
}

# wait_for PATTERN COUNT
wait_for() {
    patience=1200
    until [ "$(lines "$1" | wc -l)" -ge "$2" ]; do
        patience=$((patience - 1))
        [ "$patience" -gt 0 ] || { echo "failed: no $1"; cat "$work/reported" "$work/err"; exit 1; }
        sleep 0.1
    done
}
wait_for 'process ' 1
process=$(lines 'process ')
sleep 1
echo >&4
wait_for reported 1
timeout 300 "$cycletime" top --json --once --interval 0.3 --pid "$process" >"$work/seen" 2>>"$work/err" </dev/null 4>&-
echo >&4
wait_for reported 2
exec 4>&-

sed 's/.*"threads":\[//' "$work/seen" | tr '{' '\n' |
    sed -n 's/^"id":\([0-9]*\),.*"total_cycles":\([0-9]*\),.*/\1 \2/p' >"$work/threads"
# Each of the two processes has measured the TSC's rate for itself, and neither knows it better than that.
lines '' | grep '^[0-9]' | awk -v seen="$work/threads" '
    BEGIN { while ((getline line <seen) > 0) { split(line, of, " "); reported[of[1]] = of[2] } }
    !($1 in before) { before[$1] = $2; next }
    {
        count++
        slack = 20000 + $2 / 10000
        printf "thread %d: %d, the viewer %d, %d\n", $1, before[$1], reported[$1], $2
        if (!(reported[$1] >= before[$1] - slack && reported[$1] <= $2 + slack)) wrong++
    }
    END { exit !(count == 4 && !wrong) }' || {
        echo failed
        head -c 3000 "$work/seen" "$work/reported" "$work/err"
        exit 1
    }
