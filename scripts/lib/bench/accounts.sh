#!/bin/sh
# SPDX-License-Identifier: MIT
# accounts.sh TREE PROGRAM WORK: the CPU time that programs get without and with cycletime, compared with what Linux'
# kernel counted for the same processes in a cgroup (its cpu.stat): the list of processes added up for ten seconds of mixed
# load, and a job of 200 short programs, as hyperfine measures it. PROGRAM is accounts.exe. As root: it makes a cgroup.
set -eu

tree=$1 program=$2 work=$3
cgroups=/sys/fs/cgroup
[ ! -d $cgroups/unified ] || cgroups=$cgroups/unified
cgroup=$cgroups/cycletime-accounts.$$

end() {
    while read -r process; do kill -9 "$process" 2>/dev/null || true; done <"$cgroup/cgroup.procs"
    sleep 1
    rmdir "$cgroup"
}

mkdir "$cgroup"
trap end EXIT
trap 'exit 130' INT TERM HUP
mkdir -p "$work"
cp "$program" "$work/accounts.exe"
cd "$work"
stat=$(printf 'Z:%s\n' "$cgroup/cpu.stat" | tr / '\134')

# In the cgroup, with all that it starts; Wine's server is elsewhere, since its prefix has one.
within() {
    # shellcheck disable=SC2016 # for that sh to expand
    timeout 600 sh -c 'echo $$ >"$0/cgroup.procs"; exec "$@"' "$cgroup" "$@" </dev/null 2>/dev/null | tr -d '\r'
}

short='cmd /c for /l %i in (1,1,200) do @accounts.exe short'
for mode in alone cycletime; do
    case $mode in
    alone) set -- wine ;;
    *) set -- "$tree/bin/cycletime" run ;;
    esac
    printf '%-10s ' $mode
    within "$@" accounts.exe "$stat" list 10
    printf '%-10s ' $mode
    within "$@" accounts.exe "$stat" job "$short"
done
