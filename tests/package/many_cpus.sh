# SPDX-License-Identifier: MIT
# many_cpus.sh TREE WORK: on machines of 48, 96 and 128 CPUs every way to ask tells of all processors that the system tells
# of, and Node.js, which aborts where it does not, tells of as many as alone. They are laid over /sys and /proc where only
# this test sees them, which takes root.
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

on_machine() {
    folder=$1
    shift
    unshare --mount sh on_machine.sh "$folder" timeout 120 "$@" </dev/null
}

# check BITNESS COUNT: the program's lines are those on stdin.
check() {
    on_machine "$work/$2" "$tree/bin/cycletime" run "$work/told-$1.exe" >"$work/out" 2>"$work/err" || true
    tr -d '\r' <"$work/out" >"$work/$1.$2"
    if ! diff - "$work/$1.$2"; then
        echo "failed: $1, $2 CPUs"
        cat "$work/err"
        failed=$((failed + 1))
    fi
}

# expected COUNT IN_THE_MASK
expected() {
    cat <<END
told $1
in the mask $2
class8 $1
class8ex $1
class42 $1
class83 $1
class108 $1
performance $1
idle $1
room for all: idle $1 system $1
room for the mask: idle $2 system $2
GetSystemTimes is the sum of all
END
    awk -v count="$1" 'BEGIN {
        printf "idle ms"
        for (i = 0; i < count; i++) printf " %d", (100000 + i) * 10
        printf "\ninterrupts"
        for (i = 0; i < count; i++) printf " %d", 1000 + i
        printf "\n"
    }'
}

# How many processors this Wine has in its one group.
in_the_mask() {
    on_machine "$work/$2" wine "$work/told-$1.exe" 2>/dev/null | tr -d '\r' | sed -n 's/^in the mask //p'
}

runs_32_bits() {
    i686-w64-mingw32-gcc ../wine/programs/sentinel.c -o "$work/sentinel.exe"
    timeout 60 wine "$work/sentinel.exe" </dev/null 2>/dev/null | tr -d '\r' | grep -qx sentinel
}

bitnesses=x86_64
if runs_32_bits; then bitnesses="$bitnesses i686"; fi
for count in 48 96 128; do
    make_machine "$count" "$work/$count"
    for bitness in $bitnesses; do
        "$bitness-w64-mingw32-gcc" -D_WIN32_WINNT=0x0601 processors_told.c -o "$work/told-$bitness.exe"
        expected "$count" "$(in_the_mask "$bitness" "$count")" | check "$bitness" "$count"
    done
done

node=$(../../scripts/node) || node=
if [ -n "$node" ]; then
    # Wine 8 is Windows 7 by default, on which Node.js does not start.
    wine reg add 'HKCU\Software\Wine\AppDefaults\node.exe' /v Version /d win10 /f >/dev/null 2>&1
    cat >"$work/cpus.cjs" <<'END'
const cpus = require('os').cpus();
console.log(cpus.length + ' ' + (cpus.length > 127 && cpus[127].times.idle));
END
    # It also looks in the registry, where Wine has the processors of when its server started: alone it may find none.
    on_machine "$work/128" wine "$node" "$work/cpus.cjs" >"$work/alone" 2>"$work/node.err" || true
    on_machine "$work/128" "$tree/bin/cycletime" run "$node" "$work/cpus.cjs" >"$work/under" 2>>"$work/node.err" || true
    for how in alone under; do
        tr -d '\r' <"$work/$how" | sed "s/^/Node.js $how: /" | tee "$work/$how.said"
    done
    if ! [ -s "$work/under" ] || ! grep -qx "Node.js under: $(tr -d '\r' <"$work/alone")" "$work/under.said"; then
        echo 'failed: os.cpus() in Node.js'
        cat "$work/node.err"
        failed=$((failed + 1))
    fi
fi
[ "$failed" -eq 0 ]
