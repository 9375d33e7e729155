# SPDX-License-Identifier: MIT
# counters.sh TREE WORK: "cycletime counters" prints what typeperf would, says what it cannot print, and ends at Ctrl-C.
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

# counters STATUS ERR ARGUMENTS...: a pattern for what is said on stderr; an empty one for nothing.
counters() {
    wanted=$1 err=$2 status=0
    shift 2
    timeout 300 "$cycletime" counters "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || wrong "counters $*: status $status, not $wanted"
    grep '^cycletime' "$work/err" >"$work/said" || true # Wine may say something too
    if [ -z "$err" ]; then
        [ ! -s "$work/said" ] || wrong "counters $*: something is said"
    elif ! grep -q "$err" "$work/said" || [ "$(wc -l <"$work/said")" -ne 1 ]; then
        wrong "counters $*: stderr is not one line: $err"
    fi
}

counters 2 '^cycletime: counters: a counter is missing; see: cycletime counters --help'
counters 2 '^cycletime: counters: unknown option --fast;' --fast
counters 2 '^cycletime: counters: --interval takes seconds, .* not 0;' --interval 0
counters 2 '^cycletime: counters: a value is missing behind --count;' '\System\Processes' --count
counters 2 '^cycletime: counters: --list takes one object' --list Processor Process
counters 1 '^cycletime: counters: \\Nothing\\At All: there is no such counter' --count 1 '\Nothing\At All'
counters 1 '^cycletime: counters: \\Process(nobody\*)\\ID Process: there is none now' '\Process(nobody*)\ID Process'
counters 1 '^cycletime: counters: Nothing: there is no such object' --list Nothing
counters 0 '' --help
grep -q '^usage: cycletime counters' "$work/out" || wrong 'no usage'

# A header with the machine's name in each path, and lines of as many fields, whose dates are as far apart as the samples.
counters 0 '' --count 3 --interval 0.3 '\Processor(*)\% Processor Time' 'system\processes' '\Processor(*)\% Idle Time'
count=$(nproc --all)
value='"[0-9]+\.[0-9]{6}"'
date='"[01][0-9]/[0-3][0-9]/[0-9]{4} [0-2][0-9]:[0-5][0-9]:[0-6][0-9]\.[0-9]{3}"'
sed -n 1p "$work/out" | grep -qE '^"\(PDH-CSV 4\.0\)"(,"\\\\[^\\]+\\[^"]+")+$' || wrong 'no header'
[ "$(grep -cE "^$date(,$value)+$" "$work/out")" -eq 3 ] && [ "$(wc -l <"$work/out")" -eq 4 ] || wrong 'not three samples'
tr -d '"' <"$work/out" | awk -F , -v count="$((count + 1))" '
    NF != 2 * count + 2 { exit 1 }
    NR > 1 {
        split($1, part, /[ :]/)
        now = (part[2] * 60 + part[3]) * 60 + part[4]
        if (NR > 2 && now > before && now < before + 0.2) exit 1
        before = now
        # What is not idle is busy; of a moment more of idle time than the interval has, nothing is busy.
        for (i = 2; i < count + 2; i++) {
            both = $i + $(i + count + 1)
            if (both < 99.999 || ($i > 0 && both > 100.001)) exit 1
        }
    }' || wrong 'not of the interval, not as many values as paths, or busy and idle time are not all'

# What is busy is seen; and of what is gone there is no value.
spin
counters 0 '' --count 1 '\Process(spinner)\% Processor Time' '\Process(spinner)\ID Process' '\Process(spinner#1)\ID Process'
sed -n 2p "$work/out" | awk -F '","' '{ exit !($2 > 1 && $3 > 0 && $4 ~ /^ "$/) }' \
    || wrong 'the spinner is not seen, or one that is not there'

# What is listed can be asked.
counters 0 '' --list
grep -qxF '\Processor(*)\% Processor Time' "$work/out" && grep -qxF '\System\Processes' "$work/out" \
    || wrong 'the list has no processors, or not the system'
mv "$work/out" "$work/list"
set --
while IFS= read -r path; do set -- "$@" "$path"; done <"$work/list"
# Of some there is no instance now, as where nothing is swapped.
timeout 300 "$cycletime" counters --count 1 "$@" >"$work/out" 2>"$work/err" </dev/null || wrong "of the list: status $?"
none=$(grep -c '^cycletime: .*there is none now' "$work/err") || true
[ "$none" -eq "$(grep -c '^cycletime' "$work/err")" ] || wrong 'of what is listed something is refused'
[ "$(sed -n 1p "$work/out" | tr ',' '\n' | wc -l)" -gt $(($# - none)) ] || wrong 'not all that is listed has a column'
counters 0 '' --list processor
grep -qixF '\processor(_total)\% processor time' "$work/out" || wrong 'the list of processors does not have their sum'
[ "$(grep -c '% Idle Time' "$work/out")" -eq $((count + 1)) ] || wrong 'the list does not have each processor'

# Ctrl-C ends it quietly, behind whole lines.
: >"$work/out"
setsid "$cycletime" counters --interval 0.2 '\System\Processes' </dev/null >"$work/out" 2>"$work/err" &
group=$! patience=1200 status=0
until [ "$(wc -l <"$work/out")" -ge 3 ] || [ "$patience" -eq 0 ]; do
    patience=$((patience - 1))
    sleep 0.1
done
kill -INT "-$group"
wait "$group" || status=$?
[ "$status" -eq 0 ] && [ "$(wc -l <"$work/out")" -ge 3 ] && [ -z "$(tail -c 1 "$work/out")" ] \
    || wrong "Ctrl-C: status $status, or a line that is not whole"
! grep '^cycletime' "$work/err" || wrong 'Ctrl-C: something is said'

[ "$failed" -eq 0 ]
