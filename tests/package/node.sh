# SPDX-License-Identifier: MIT
# node.sh TREE WORK: Node.js under cycletime starts Node.js, and both run as they do alone, but hooked; os.cpus(), which
# asks ntdll, reports Linux' idle time.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh

rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
node=$(../../scripts/lib/program node) || exit $?
# Wine 8 is Windows 7 by default, on which Node.js does not start.
wine reg add 'HKCU\Software\Wine\AppDefaults\node.exe' /v Version /d win10 /f >/dev/null 2>&1
cp node_spawn.cjs node_cpus.cjs "$work"

# spawn NAME COMMAND...: beside the others, since most of it is waiting for its children.
runs=
spawn() {
    name=$1
    shift
    timeout 240 "$@" "$node" "$work/node_spawn.cjs" </dev/null >"$work/$name" 2>"$work/$name.err" &
    runs="$runs $!"
}

spawn alone wine
spawn under "$tree/bin/cycletime" run
spawn only "$tree/bin/cycletime" run --no-children
ended=0
for run in $runs; do wait "$run" || ended=$?; done

# hook FILE: what the parent, the child and the grandchild say of the DLL.
hook() {
    tr -d '\r' <"$work/$1" | sed -n 's/^[a-z]* hooked //p' | tr '\n' ' '
}
rest() {
    tr -d '\r' <"$work/$1" | sed '/ hooked /d'
}

show() {
    echo "$1"
    head -50 "$work/alone" "$work/alone.err" "$work/under" "$work/under.err" "$work/only" "$work/only.err"
    exit 1
}

[ "$ended" -eq 0 ] || show "one of them ended with $ended"
[ "$(hook alone)" = 'false false false ' ] || show 'alone, one is hooked'
[ "$(hook under)" = 'true true true ' ] || show 'under cycletime, one is not hooked'
[ "$(hook only)" = 'true false false ' ] || show 'with --no-children, not the first alone is hooked'
[ "$(rest alone | wc -l)" -ge 8 ] && rest alone | grep -q '^parent done$' || show 'alone, it does not come to its end'
[ "$(rest alone)" = "$(rest under)" ] || show 'under cycletime it runs otherwise'

# Milliseconds that the first processor has been idle, waiting for a disk included.
linux_idle() {
    awk -v ticks="$(getconf CLK_TCK)" '/^cpu0 / { printf "%.0f\n", ($5 + $6) * 1000 / ticks }' /proc/stat
}
before=$(linux_idle)
timeout 300 "$tree/bin/cycletime" run "$node" "$work/node_cpus.cjs" </dev/null >"$work/cpus" 2>"$work/cpus.err"
after=$(linux_idle)
idle=$(tr -d '\r' <"$work/cpus" | sed -n 's/^idle //p')
# Between the kernel's steps of 10 ms it goes on as time does.
if [ -z "$idle" ] || [ "$idle" -lt "$before" ] || [ "$idle" -gt $((after + 11)) ]; then
    echo "os.cpus() reports an idle time of $idle ms, between $before and $after"
    cat "$work/cpus.err"
    exit 1
fi
