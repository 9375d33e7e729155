# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced, with cpuidle.sh. The processors of a machine that is not this one, laid over /sys and /proc in a mount namespace,
# which takes root.

# siblings NUMBER COUNT: the mask of that CPU alone, in words of 32 bits, as Linux writes it.
siblings() {
    word=$((($2 - 1) / 32)) comma=
    while [ "$word" -ge 0 ]; do
        bits=0
        if [ "$word" -eq $(($1 / 32)) ]; then bits=$((1 << $1 % 32)); fi
        printf '%s%08x' "$comma" "$bits"
        word=$((word - 1)) comma=,
    done
    echo
}

# make_machine COUNT FOLDER: so many CPUs. CPU i has been idle for 100,000 + i ticks, worked for some, and taken 1,000 + i
# interrupts; its one idle state is C1.
make_machine() {
    mkdir -p "$2/cpu"
    for file in online present possible; do echo "0-$(($1 - 1))" >"$2/cpu/$file"; done
    number=0
    while [ "$number" -lt "$1" ]; do
        state=$2/cpu/cpu$number/cpuidle/state0
        mkdir -p "$state"
        for file in name desc; do echo C1 >"$state/$file"; done
        for file in latency residency time usage disable; do echo "$number" >"$state/$file"; done
        mkdir "$2/cpu/cpu$number/topology"
        siblings "$number" "$1" >"$2/cpu/cpu$number/topology/thread_siblings"
        number=$((number + 1))
    done
    awk -v count="$1" 'BEGIN {
        print "cpu  1 2 3 4 5 6 7 8 9 10"
        for (i = 0; i < count; i++) print "cpu" i, 3000, 0, 1000, 100000 + i, 0, 50, 60, 70, 0, 0
        print "intr 1"
    }' >"$2/stat"
    awk -v count="$1" 'BEGIN {
        for (i = 0; i < count; i++) printf " CPU%d", i
        printf "\nLOC:"
        for (i = 0; i < count; i++) printf " %d", 1000 + i
        print " Local timer interrupts"
    }' >"$2/interrupts"
}

# lay_over_machine FOLDER: in a mount namespace of its own. Files that change have to be written in place.
lay_over_machine() {
    lay "$1/cpu" /sys/devices/system/cpu
    lay "$1/stat" /proc/stat
    lay "$1/interrupts" /proc/interrupts
}
