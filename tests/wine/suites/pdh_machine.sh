#!/bin/sh
# SPDX-License-Identifier: MIT
# pdh_machine.sh HELPERS: counters, by pdh and by the registry, of a machine that is not this one, whose processors have
# C1, C2 and C6, run at 1.2 GHz of 2.4. Its files are laid over /sys where only this test sees it, which takes root. Where
# the test programs are; WINE starts them; HELPERS is where cpuidle.sh is.
set -eu

helpers=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
# shellcheck source=/dev/null
. "$helpers/cpuidle.sh"
need_namespace

cat >"$work/inside.sh" <<'END'
set -eu
. "$1/cpuidle.sh"
copy_processors "$2"
number=0
for state in POLL C1 C2 C6; do
    put_state "$number" "$state" 0 0
    number=$((number + 1))
done
for cpu in "$copy"/cpu[0-9]*; do
    mkdir -p "$cpu/cpufreq"
    echo 1200000 >"$cpu/cpufreq/scaling_cur_freq"
    echo 2400000 >"$cpu/cpufreq/base_frequency"
done
lay_over
$WINE ./performance_data.exe
exec $WINE ./pdh_machine.exe "$2"
END
unshare --mount sh "$work/inside.sh" "$helpers" "$work/cpu" </dev/null
