# SPDX-License-Identifier: MIT
# idle_states.sh TREE WORK: `cycletime status` prints the idle states of machines that are not this one. Their cpuidle is
# laid over /sys where only this test sees it, which takes root.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
. ./cpuidle.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
need_namespace
failed=0

# What a state is: name latency residency. This is what Linux reports on a laptop with a Skylake (intel_idle's table; the
# names and latencies as `cpupower idle-info` prints them there).
cat >"$work/skylake" <<'END'
POLL 0 0
C1 2 2
C1E 10 20
C3 70 100
C6 85 200
C7s 124 800
C8 200 800
C9 480 5000
C10 890 5000
END
# The two of a virtual machine.
cat >"$work/haltpoll" <<'END'
POLL 0 0
haltpoll 1 1
END
: >"$work/none"

cat >"$work/inside.sh" <<'END'
set -eu
. ./cpuidle.sh
states=$1
copy_processors "$2"
shift 2
number=0
while read -r name latency residency; do
    put_state "$number" "$name" "$latency" "$residency"
    number=$((number + 1))
done <"$states"
lay_over
exec "$@"
END

# expect MACHINE: the states' lines of the status are those on stdin, without the blanks between columns.
expect() {
    status=0
    unshare --mount sh "$work/inside.sh" "$work/$1" "$work/cpu" timeout 300 "$tree/bin/cycletime" status \
        </dev/null >"$work/$1.out" 2>"$work/$1.err" || status=$?
    tr -d '\r' <"$work/$1.out" | sed -n 's/^  //p' | tr -s ' ' >"$work/$1.states"
    if [ "$status" -ne 0 ] || ! diff - "$work/$1.states"; then
        echo "failed: $1: status $status"
        cat "$work/$1.out" "$work/$1.err"
        failed=$((failed + 1))
    fi
}

expect skylake <<'END'
C-state coherent interruptible latency, us break-even, us
- yes yes 0.0 0.0
C1 yes yes 2.0 2.0
C1 yes yes 10.0 20.0
C3 no yes 70.0 100.0
C6 no yes 85.0 200.0
C7 no yes 124.0 800.0
C8 no yes 200.0 800.0
C9 no yes 480.0 5000.0
C10 no yes 890.0 5000.0
END
expect haltpoll <<'END'
C-state coherent interruptible latency, us break-even, us
- yes yes 0.0 0.0
- no yes 1.0 1.0
END
expect none </dev/null
grep -q '^idle states  *not available' "$work/none.out" || failed=$((failed + 1))
[ "$failed" -eq 0 ]
