# SPDX-License-Identifier: MIT
# counter_pollers.sh TREE WORK MACHINE: programs that ask for performance counters as Java, sysinfo, Chromium, psutil,
# gopsutil and a widget do, alone and under cycletime, where they get what Linux reports about the same time.
set -eu

tree=$1 work=$2 machine=$3
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
"$machine-w64-mingw32-gcc" -O2 -D_WIN32_WINNT=0x0A00 counter_pollers.c -o "$work/counter_pollers.exe" -lpdh
failed=0

wrong() {
    echo "wrong: $*"
    right=false
}

# ask KIND COMMAND...
ask() {
    kind=$1
    shift
    timeout 300 "$@" "$work/counter_pollers.exe" "$kind" </dev/null 2>"$work/err" | tr -d '\r' >"$work/out"
}

# value WHAT: the last one
value() {
    sed -n "s/^$1 //p" "$work/out" | tail -1
}

# is WHAT VALUE
is() {
    [ "$(value "$1")" = "$2" ] || wrong "$1 is not $2"
}

# All that has bounds is within them; there are LEAST such at least.
is_within_bounds() {
    awk -v least="$1" '
        { value[$1] = $2 }
        END {
            for (name in value) {
                if (!(name "-low" in value)) continue
                count++
                if (value[name] >= value[name "-low"] && value[name] <= value[name "-high"]) continue
                print name, value[name], "is not within", value[name "-low"], value[name "-high"]
                wrong = 1
            }
            exit wrong || count < least
        }' "$work/out" || wrong "not $1 values, or not between their bounds"
}

# Threads that wait for a processor, where 8 more are at work than there are processors; reported so often at least.
is_queue() {
    [ "$(grep -c '^queue ' "$work/out")" -ge "$1" ] || wrong "not $1 queues"
    awk '$1 == "queue" && ($2 < 8 || $2 > 10000) { exit 1 }' "$work/out" || wrong 'the queue is not of 8 and more threads'
}

# Linux reports a frequency to which it can be compared.
knows_frequency() {
    cat /sys/devices/system/cpu/cpu0/cpufreq/base_frequency /sys/devices/system/cpu/cpu0/acpi_cppc/nominal_freq \
        2>/dev/null | grep -q .
}

is_right() {
    right=true
    count=$(nproc --all)
    case $1 in
    java)
        is name-230 Process
        is name-784 'ID Process'
        is name-6 '% Processor Time'
        is name-238 Processor
        is instances $((count + 1))
        is_within_bounds $((count + 2))
        ;;
    sysinfo)
        is first-status c0000bc6
        is_within_bounds $((count + 1))
        ;;
    chromium) is_within_bounds 1 ;;
    psutil) is status 0 && is_queue 2 ;;
    gopsutil) is_queue 1 ;;
    swap) is_within_bounds 1 ;;
    esac
    grep -qx ended "$work/out" || wrong 'it did not come to its end'
    $right
}

# Linux' own idle time may go back by some ticks.
for kind in java sysinfo chromium psutil gopsutil swap; do
    ask "$kind" wine || true
    said=$(grep -m 1 '^counter_pollers' "$work/err") || true
    echo "alone, $kind: $(head -12 "$work/out" | tr '\n' ' ' | cut -c 1-200)$said"
    for try in 1 2 3; do
        ask "$kind" "$tree/bin/cycletime" run || true
        echo "under cycletime, $kind: $(tr '\n' ' ' <"$work/out") $(tr -d '\r' <"$work/err")"
        ! is_right "$kind" || continue 2
        echo "$kind, try $try"
    done
    failed=$((failed + 1))
done

ask widget "$tree/bin/cycletime" run || true
echo "under cycletime, widget: $(tr '\n' ' ' <"$work/out") $(tr -d '\r' <"$work/err")"
if knows_frequency; then
    [ -n "$(value load)" ] || failed=$((failed + 1))
elif ! grep -q 'error c0000bb9' "$work/err"; then
    echo 'the widget is reported a utility that nobody knows here'
    failed=$((failed + 1))
fi

[ "$failed" -eq 0 ]
