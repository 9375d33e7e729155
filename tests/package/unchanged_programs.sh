# SPDX-License-Identifier: MIT
# unchanged_programs.sh BUILD TREE WORK MACHINE: programs under cycletime report about their jobs, their first last error,
# their TLS callbacks, of what they import and of many children what they report alone, end as alone if Linux ends them, and
# end when the command does that was started.
set -eu

build=$1 tree=$2 work=$3 machine=$4
stays=$build/$machine/tests/wine/stays.exe
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
failed=0 started='' lanes=

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
    patience=1200
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

# send SIGNAL WHOM: WHOM is "" for the command, "-" for its group as from a terminal.
send() {
    kill "-$1" "$2$started"
}

let_end() {
    : >"$work/grows.over"
    wait "$started" 2>/dev/null || true
}

# ends SIGNAL WHOM: the program ends, as it does alone; where it goes on alone (Wine puts another process in between that
# ignores the signal) that is no fault.
ends() {
    start "$tree/bin/cycletime" run "$stays"
    goes_on 1 || { echo "ended by itself"; failed=$((failed + 1)); }
    send "$1" "$2"
    if ! goes_on 10; then
        let_end
        return
    fi
    let_end
    start wine "$stays"
    send "$1" "$2"
    if ! goes_on 10; then
        echo "failed: $1 to $2$started leaves the program running, which ends alone"
        failed=$((failed + 1))
    else
        echo "$1 to $2PROCESS leaves the program running, alone too"
    fi
    let_end
}

# await_progress: until the program has gone on for two seconds, by its own count: it writes twenty times a second.
await_progress() {
    target=$(($(size) + 40)) patience=1200
    until [ "$(size)" -ge "$target" ] || [ "$patience" -eq 0 ]; do
        patience=$((patience - 1))
        sleep 0.1
    done
}

# events WHOM COMMAND...: how often Ctrl-C comes to a program that goes on then, after one and after another.
events() {
    whom=$1
    shift
    start "$@" "$stays" heeds
    send INT "$whom"
    await_progress
    tr -d '\r' <"$work/out" | grep -c '^event 0$' || true
    send INT "$whom"
    await_progress
    tr -d '\r' <"$work/out" | grep -c '^event 0$' || true
    let_end
}

# hears WHOM: as often as alone.
hears() {
    events "$1" wine >"$work/events.alone"
    events "$1" "$tree/bin/cycletime" run >"$work/events"
    echo "events of two interrupts to $1PROCESS: $(tr '\n' ' ' <"$work/events.alone")"
    diff "$work/events.alone" "$work/events" && return
    echo "failed: INT to $1PROCESS does not come as often as alone"
    failed=$((failed + 1))
}

# reports LINE PROGRAM ARGUMENTS: the same alone and under cycletime, and LINE is in it.
reports() {
    line=$1 program=$build/$machine/tests/wine/$2.exe
    echo "$2:"
    shift 2
    # Wine loses a process now and then that has not begun yet.
    for try in 1 2; do
        wine "$program" "$@" </dev/null 2>/dev/null | tr -d '\r' >"$work/alone"
        [ ! -s "$work/alone" ] || break
        echo "nothing at try $try"
    done
    "$tree/bin/cycletime" run "$program" "$@" </dev/null 2>/dev/null | tr -d '\r' >"$work/launched"
    cat "$work/alone"
    grep -q "^$line" "$work/alone" || { echo "failed: reports nothing"; failed=$((failed + 1)); }
    diff "$work/alone" "$work/launched" || failed=$((failed + 1))
}

reports 'self, then, in job' jobs
reports 'second: reason 2, .* thread 1, in order 1$' callbacks
reports 'imports with other names: 0, elsewhere: 0 of' checksum
reports '60 children, 60 of them at once, 60 ended with their own codes, 60 reported of$' crowd 60

# killed SIGNAL COMMAND...: how that ends when Linux ends its program, which Wine's start may have begun.
killed() {
    signal=$1 status=0
    shift
    start "$@" "$stays"
    program=$(pgrep -s "$started" -x stays.exe || echo "$started")
    kill "-$signal" "$program"
    wait "$started" 2>/dev/null || status=$?
    echo "$status"
}

for signal in KILL TERM; do
    alone=$(killed $signal wine) under=$(killed $signal "$tree/bin/cycletime" run)
    echo "ended by SIG$signal: $alone alone, $under under cycletime"
    [ "$alone" = "$under" ] || { echo "failed: SIG$signal"; failed=$((failed + 1)); }
done

# What the end of a process took Linux is in its own times, as wait4 reports them to the command, and in those of its job.
"$tree/bin/cycletime" run "$build/$machine/tests/wine/members.exe" one 260000000 </dev/null 2>/dev/null | tr -d '\r' \
    >"$work/members"
awk '$1 ~ /-times$/ { reported[$1] = $4 }
    END { exit !(reported["child-times"] > 0 && reported["job-times"] >= reported["child-times"]) }' "$work/members" \
    || { echo "failed: a job has less than its process used"; cat "$work/members"; failed=$((failed + 1)); }

# lane NAME COMMAND...: beside the others, in a folder of its own, since most of what they do is waiting.
lane() {
    mkdir "$work/$1"
    (
        work=$work/$1
        trap ': >"$work/grows.over"' EXIT
        shift
        "$@"
        [ "$failed" -eq 0 ]
    ) >"$work/$1.lane" 2>&1 &
    lanes="$lanes $!:$1"
}

ends_asked() {
    ends TERM ''
    ends HUP ''
    ends HUP -
}

ends_interrupted() {
    ends INT -
    ends INT ''
    ends KILL ''
}

lane asked ends_asked
lane interrupted ends_interrupted
lane group hears -
lane process hears ''
for lane in $lanes; do
    wait "${lane%%:*}" || failed=$((failed + 1))
    cat "$work/${lane#*:}.lane"
done

[ "$failed" -eq 0 ]
