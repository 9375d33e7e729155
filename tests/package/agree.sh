# SPDX-License-Identifier: MIT
# agree.sh TREE WORK: over ten seconds of machines of 2 and 128 CPUs, each of which works for another share of the time,
# class 8, GetSystemTimes and the viewer's screen, lines, chart, JSON and CSV report the same to 1 % of the time, and all of
# that time. They are laid over /sys and /proc where only this test sees them, which takes root. A machine that stood still
# because its writer was held up is made again.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
. ./cpuidle.sh
. ./machine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
need_namespace
mover=
# A write to a disk may wait for seconds; and a socket's path must be short.
place=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap '[ -z "$mover" ] || kill "$mover"; terminal kill-server 2>/dev/null || true; rm -rf "$place"' EXIT

"$machine-w64-mingw32-gcc" processors_in_time.c -o "$work/in_time.exe"
"${CC:-cc}" -O2 moving_stat.c -o "$work/moving_stat"

on_machine() {
    timeout 300 unshare --mount sh on_machine.sh "$@" </dev/null
}

terminal() {
    tmux -S "$place/screen" -f /dev/null "$@"
}

# A mean over ten seconds is on the screen when the first interval is.
keep_screen() {
    patience=1200
    until terminal capture-pane -p >"$work/screen" 2>/dev/null && grep -q '^ *CPU.*busy' "$work/screen"; do
        patience=$((patience - 1))
        [ "$patience" -gt 0 ] || return 1
        sleep 0.1
    done
    end_screen
}

# Its terminal goes with it.
end_screen() {
    patience=1200
    terminal send-keys q
    while terminal has-session 2>/dev/null; do
        patience=$((patience - 1))
        [ "$patience" -gt 0 ] || return 1
        sleep 0.1
    done
}

# What each reports as lines of WHO PROCESSOR IDLE USER ALL, in percent of the time.
of_json() {
    tr -d '\r' <"$work/json" | sed 's/},{/}\n{/g' | sed -n \
        's/.*"number":\([0-9]*\),"elapsed_100ns":\([0-9]*\),.*"idle_100ns":\([0-9]*\),/\1 \2 \3 /
        s/^\([0-9 ]*\)"kernel_100ns":\([0-9]*\),"user_100ns":\([0-9]*\).*/\1\2 \3/p' \
        | awk '{ print "json", $1, 100 * $3 / $2, 100 * $5 / $2, 100 * ($4 + $5) / $2 }'
}
of_json_cycles() {
    tr -d '\r' <"$work/json" | sed 's/},{/}\n{/g' | sed -n \
        's/.*"number":\([0-9]*\),.*"idle_percent":\([0-9.]*\).*"user_100ns".*/cycles \1 \2/p'
}
of_csv() {
    tr -d '\r' <"$work/csv" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $2 == "processor" {
        time = $at["elapsed_100ns"] / 100
        print "csv", $at["processor"], $at["idle_100ns"] / time, $at["user_100ns"] / time, \
            ($at["kernel_100ns"] + $at["user_100ns"]) / time
    }'
}
of_lines() {
    tr -d '\r' <"$work/lines" | awk '$1 ~ /^[0-9]+$/ && $2 ~ /^[0-9]+$/ && NF == 9 { print "lines", $2, $4 }'
}
# Two that report how busy a processor is with programs: number and bar on the screen, a mean in the chart.
of_screen() {
    sed 's/\([0-9][0-9]*\) \[\([|.DI]*\)\] *\([0-9.]*\)/\n@ \1 \2 \3\n/g' "$work/screen" | awk '$1 == "@" {
        marks = length($3)
        gsub(/[.DI]/, "", $3)
        print "screen", $2, $4
        print "bar", $2, 100 * length($3) / marks, 100 / marks
    }'
}
# With many processors not each has its words in the chart.
of_chart() {
    tr -d '\r' <"$work/svg" | sed -n '/>processor [0-9]*</{ N
        s/.*>processor \([0-9]*\)<.*class="mean">\([0-9.]*\) %<.*/chart \1 \2/p
    }'
}

# Asks everybody about a machine of $count processors, for ten seconds.
ask_all() {
    rm -rf "${place:?}/$count"
    make_machine "$count" "$place/$count"
    # Before all others, as Linux's own counters are: 0.1 s late is the 1 %.
    nice -n -19 "$work/moving_stat" "$place/$count/stat" "$count" 2>/dev/null >"$work/late" &
    mover=$!
    sleep 1
    on_machine "$place/$count" "$tree/bin/cycletime" top --json --once --interval 10 >"$work/json" 2>"$work/err" &
    json=$!
    on_machine "$place/$count" "$tree/bin/cycletime" top --csv --once --interval 10 >"$work/csv" 2>>"$work/err" &
    csv=$!
    on_machine "$place/$count" "$tree/bin/cycletime" top --once --interval 10 --svg "$work/svg" >"$work/lines" \
        2>>"$work/err" &
    lines=$!
    terminal new-session -d -x 200 -y 60 "exec unshare --mount sh on_machine.sh '$place/$count' '$tree/bin/cycletime' top \
        --interval 10"
    on_machine "$place/$count" "$tree/bin/cycletime" run "$work/in_time.exe" 10 >"$work/reported" 2>>"$work/err" || wrong=1
    wait "$json" || wrong=1
    wait "$csv" || wrong=1
    wait "$lines" || wrong=1
    keep_screen || wrong=1
    kill "$mover"
    wait "$mover" 2>/dev/null || true
    mover=
    { tr -d '\r' <"$work/reported"; of_json; of_json_cycles; of_csv; of_lines; of_screen; of_chart; } >"$work/all.$count"
}

# Whether what they reported agrees.
agree() {
    awk -v count="$count" '
        function off(value, truth) { return value > truth + 1 || value < truth - 1 }
        { busy = (37 * $2 + 20) % 100 }
        $2 == "all" { for (i = 0; i < count; i++) sum += (37 * i + 20) % 100; busy = sum / count }
        $1 == "screen" || $1 == "chart" {
            if (off($3, busy * 0.9)) { print "failed: " $0 "; busy " busy * 0.9; wrong = 1 }
            seen[$1]++
            next
        }
        $1 == "bar" {  # in whole marks
            if ($3 > busy * 0.9 + $4 + 1 || $3 < busy * 0.9 - $4 - 1) {
                print "failed: " $0 "; busy " busy * 0.9
                wrong = 1
            }
            seen[$1]++
            next
        }
        off($3, 100 - busy) || ($1 != "cycles" && $1 != "lines" && (off($4, busy * 0.7) || off($5, 100))) {
            print "failed: " $0 "; busy " busy
            wrong = 1
        }
        { seen[$1]++ }
        END {
            for (who in seen) print count " CPUs, " who ": " seen[who]
            exit wrong || seen["class8"] != count || seen["json"] != count || seen["cycles"] != count \
                || seen["csv"] != count || seen["lines"] != count || seen["screen"] != count || seen["bar"] != count \
                || seen["chart"] < count / 3 || seen["GetSystemTimes"] != 1
        }' "$work/all.$count"
}

for count in 2 128; do
    tries=3
    while :; do
        wrong=0
        ask_all
        agree || wrong=1
        [ "$wrong" -ne 0 ] || break
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] && grep . "$work/late" || { cat "$work/err"; exit 1; }
    done
done
