# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced. The cpuidle of a machine that is not this one, laid over /sys in a mount namespace, which takes root.

need_namespace() {
    if ! unshare --mount true 2>/dev/null; then
        echo "skipped: no right to lay something over /sys"
        exit 77
    fi
}

# copy_processors COPY: this machine's processors, without cpuidle, as files that can be written.
copy_processors() {
    cpus=/sys/devices/system/cpu copy=$1
    rm -rf "$copy"
    cp -r --no-preserve=all "$cpus" "$copy" 2>/dev/null || true  # not all that is in there can be read
    rm -rf "$copy"/cpu[0-9]*/cpuidle
}

# put STATE FILE VALUE, for every processor of the copy: by a new file, so that nobody reads half of it.
put() {
    for cpu in "$copy"/cpu[0-9]*; do
        mkdir -p "$cpu/cpuidle/$1"
        echo "$3" >"$cpu/cpuidle/$1/new"
        mv "$cpu/cpuidle/$1/new" "$cpu/cpuidle/$1/$2"
    done
}

# put_state NUMBER NAME LATENCY RESIDENCY: a state that no processor has been in.
put_state() {
    for file in name desc; do put "state$1" $file "$2"; done
    put "state$1" latency "$3"
    put "state$1" residency "$4"
    for file in time usage disable; do put "state$1" $file 0; done
}

# lay FILE PLACE: also where a Wine with another root has its /sys and /proc.
lay() {
    mount --bind "$1" "$2"
    if [ -n "${CYCLETIME_WINE_ROOT-}" ]; then mount --bind "$1" "$CYCLETIME_WINE_ROOT$2"; fi
}

lay_over() {
    lay "$copy" "$cpus"
}
