# SPDX-License-Identifier: MIT
# topology.sh TREE WORK: under a Wine that follows WINE_CPU_TOPOLOGY, as Proton does, a processor is the one in its place of
# the list; a plain Wine, which takes no notice of the variable, is not renumbered. On a machine of 16 CPUs that is laid
# over /sys and /proc where only this test sees it, which takes root.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
. ./cpuidle.sh
. ./machine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
need_namespace
failed=0

"$machine-w64-mingw32-gcc" -D_WIN32_WINNT=0x0601 processors_reported.c -o "$work/reported.exe"
"${CC:-cc}" -shared -fPIC proton_cpus.c -o "$work/ntdll.so" -ldl
make_machine 16 "$work/machine"

# check WHAT PRELOADED COUNT IDLE INTERRUPTS
check() {
    unshare --mount sh on_machine.sh "$work/machine" env ${2:+"LD_PRELOAD=$2"} WINE_CPU_TOPOLOGY=4:9,0,3,1 \
        timeout 300 "$tree/bin/cycletime" run "$work/reported.exe" </dev/null 2>"$work/err" |
            tr -d '\r' >"$work/out" || true
    for line in "reported $3" "class8 $3" "class83 $3" "performance $3" 'GetSystemTimes is the sum of all' "idle ms $4" \
        "interrupts $5"; do
        grep -qx "$line" "$work/out" && continue
        echo "failed: $1: not: $line"
        failed=$((failed + 1))
    done
    [ "$failed" -eq 0 ] || cat "$work/out" "$work/err"
}

check 'a Wine that follows the variable' "$work/ntdll.so" 4 '1000090 1000000 1000030 1000010' '1009 1000 1003 1001'
check 'a plain Wine' '' 16 "$(seq -s ' ' 1000000 10 1000150)" "$(seq -s ' ' 1000 1015)"
[ "$failed" -eq 0 ]
