# SPDX-License-Identifier: MIT
# top.sh TREE WORK: the viewer reports what is busy and what is idle as Linux knows it, what it cannot do, and draws a
# chart.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
. ./spinner.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
cycletime=$tree/bin/cycletime
failed=0

wrong() {
    echo "failed: $*"
    head -c 2000 "$work/out" "$work/err"
    failed=$((failed + 1))
}

holds() {  # PATTERN FILE: nothing, if it is empty
    if [ -n "$1" ]; then grep -q "$1" "$2"; else ! [ -s "$2" ]; fi
}

# expect STATUS OUT ERR OPTIONS...: patterns for stdout and stderr; an empty one for nothing there.
expect() {
    wanted=$1 out=$2 err=$3 status=0
    shift 3
    timeout 300 "$cycletime" top "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || wrong "top $*: status $status, not $wanted"
    holds "$out" "$work/out" || wrong "top $*: stdout is not: $out"
    grep '^cycletime' "$work/err" >"$work/said" || true  # Wine may say something too
    holds "$err" "$work/said" || wrong "top $*: stderr is not: $err"
}

expect 2 '' '^cycletime: top: unknown option --fast;' --once --fast
expect 2 '' '^cycletime: top: --interval takes seconds, .* not 0;' --interval 0
expect 2 '' '^cycletime: top: a value is missing behind --svg;' --once --svg
expect 2 '' '^cycletime: top: --filter takes 1 to 64 characters, not ' --once --filter ''
expect 1 '' '^cycletime: top: there is no such process' --once --pid 4000000000
expect 1 '' '^cycletime: top: there is no such process' --once --tree --pid 4000000000
expect 1 processor '^cycletime: top: cannot write the chart' --once --interval 0.1 --svg "$work/nowhere/chart.svg"
expect 0 '^usage: cycletime top' '' --help
expect 0 '^ *process *thread *Mcycles/s' '' --once --interval 0.1
[ "$(grep -c '^group processor' "$work/out")" -eq 1 ] || wrong 'more than one interval at --once'
expect 0 'cycletime-top.exe' '' --count 3 --interval 0.1
[ "$(grep -c '^group processor' "$work/out")" -eq 3 ] || wrong 'not three intervals at --count 3'

expect 0 '^{"seconds":' '' --json --count 3 --interval 0.1
[ "$(grep -c '^{"seconds":.*}$' "$work/out")" -eq 3 ] && [ "$(wc -l <"$work/out")" -eq 3 ] \
    || wrong 'not an object on each line'
expect 0 '^seconds,kind,group,' '' --csv --count 2 --interval 0.1
awk -F, 'NR == 1 { columns = NF } NF != columns { exit 1 }' "$work/out" || wrong 'lines of CSV differ in length'
[ "$(grep -c '^seconds' "$work/out")" -eq 1 ] && grep -q ',process,.*,"cycletime-top.exe",' "$work/out" \
    || wrong 'no header, or no process in CSV'

# What nobody reports without the Linux side.
CYCLETIME_UNIXLIB=0
export CYCLETIME_UNIXLIB
expect 0 '"dpc_cycles":null,"dpc_percent":null,"interrupt_cycles":null,.*"dpc_100ns":null' '' --json --once --interval 0.1
expect 0 ',processor,0,0,,,,,\([0-9.]*,\)\{7\},,,,[0-9]*,,,,' '' --csv --once --interval 0.1
expect 0 '^ *0  *0  *[0-9.]*  *[0-9.]*  *-  *-  *' '' --once --interval 0.1
unset CYCLETIME_UNIXLIB

# What Linux says of the time from before the viewer until after it holds all that the viewer says of its interval.
spin
idle_of_all() {
    awk -v tick="$(getconf CLK_TCK)" '/^cpu[0-9]/ { print substr($1, 4), ($5 + $6) / tick }' /proc/stat
}
uptime_now() {
    cut -d ' ' -f 1 /proc/uptime
}
# number NAME OBJECT: of a field in it, empty if it is null.
number() {
    printf '%s\n' "$2" | sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p"
}
# compare: once; who does not agree is in $off.
compare() {
    idle_of_all >"$work/before"
    begin=$(uptime_now)
    expect 0 '^{"seconds":' '' --json --count 1 --interval 2 --svg "$work/chart.svg"
    end=$(uptime_now)
    idle_of_all >"$work/after"
    frequency=$(number cycles_per_second "$(cat "$work/out")")
    off=
    while read -r cpu idle_before && read -r _ idle_after <&3; do
        object=$(tr '{' '\n' <"$work/out" | grep "^\"group\":$((cpu / 64)),\"number\":$((cpu % 64)),") || object=
        awk -v reported="$(number idle_cycles "$object")" -v elapsed="$(number elapsed_100ns "$object")" \
            -v busy="$(number busy_percent "$object")" -v idle="$(number idle_percent "$object")" \
            -v dpc="$(number dpc_percent "$object")" -v interrupt="$(number interrupt_percent "$object")" \
            -v before="$idle_before" -v after="$idle_after" -v outside="$(awk "BEGIN { print $end - $begin }")" \
            -v frequency="$frequency" '
            BEGIN {
                truth = after - before; reported /= frequency; elapsed /= 1e7; sum = busy + idle + dpc + interrupt
                printf "idle %.3f s of %.3f, Linux %.2f of %.2f; %.1f %% busy\n", reported, elapsed, truth, outside, busy
                exit !(reported <= truth + 0.05 && reported >= truth - (outside - elapsed) - 0.05 &&
                    sum > 99.99 && sum < 100.01)
            }' || off="$off, processor $cpu"
        [ "$cpu" -ne "$processor" ] || awk -v busy="$(number busy_percent "$object")" 'BEGIN { exit !(busy > 50) }' \
            || off="$off, processor $cpu spins, and is not busy"
    done <"$work/before" 3<"$work/after"
}
# Linux' own counter was seen to go back on a virtual machine: it grew by 198 ticks within a time in which it grew by 190.
for _ in 1 2 3; do
    compare
    [ -n "$off" ] || break
done
[ -z "$off" ] || wrong "three times$off"

# The spinner burns the most of all processes, and no more than a processor has.
processes=$(sed 's/.*"processes":\[//' "$work/out" | tr '{' '\n' |
    sed -n 's/.*"name":"\([^"]*\)".*"percent":\([0-9.]*\),.*/\2 \1/p' | sort -rn)
printf '%s\n' "$processes" | head -n 3
[ "$(printf '%s\n' "$processes" | head -n 1 | cut -d ' ' -f 2)" = spinner.exe ] \
    || wrong 'the spinner does not burn the most'
printf '%s\n' "$processes" | awk -v count="$(wc -l <"$work/before")" '
    /spinner/ { found = $1 > 5 / count && $1 <= 101 / count } END { exit !found }' || wrong "the spinner's share"

! grep -i 'script\|href\|url(' "$work/chart.svg" || wrong 'the chart needs more than itself'
grep -q '>spinner.exe<' "$work/chart.svg" || wrong 'the spinner is not in the chart'
rsvg-convert "$work/chart.svg" -o "$work/chart.png" && [ "$(wc -c <"$work/chart.png")" -gt 5000 ] \
    || wrong 'the chart is no picture'

[ "$failed" -eq 0 ]
