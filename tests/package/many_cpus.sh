# SPDX-License-Identifier: MIT
# many_cpus.sh TREE WORK: on machines of 48, 96 and 128 CPUs every query reports all processors that the system reports
# of, and Node.js, which aborts where it does not, reports about as many as alone. They are laid over /sys and /proc where
# only this test sees them, which takes root.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
. ./cpuidle.sh
. ./machine.sh
. ../../scripts/lib/wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
need_namespace
failed=0

on_machine() {
    folder=$1
    shift
    unshare --mount sh on_machine.sh "$folder" timeout 300 "$@" </dev/null
}

# check BITNESS COUNT: the program's lines are those on stdin.
check() {
    on_machine "$work/$2" "$tree/bin/cycletime" run "$work/reported-$1.exe" >"$work/out" 2>"$work/err" || true
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
reported $1
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
    on_machine "$work/$2" wine "$work/reported-$1.exe" 2>/dev/null | tr -d '\r' | sed -n 's/^in the mask //p'
}

runs_32_bits() {
    i686-w64-mingw32-gcc ../wine/programs/sentinel.c -o "$work/sentinel.exe"
    timeout 300 wine "$work/sentinel.exe" </dev/null 2>/dev/null | tr -d '\r' | grep -qx sentinel
}

# own_server PREFIX: a prefix of the same files on the same disk, whose server begins and ends with a machine.
own_server() {
    rm -rf "$1"
    cp -al "$WINEPREFIX" "$1"
    # These are written in place.
    for file in "$WINEPREFIX"/*.reg; do cp --remove-destination "$file" "$1"; done
    rm -f "$1/wineserver"
    WINEPREFIX=$1
}

bitnesses=x86_64
if runs_32_bits; then bitnesses="$bitnesses i686"; fi
for count in 48 96 128; do
    make_machine "$count" "$work/$count"
    for bitness in $bitnesses; do
        "$bitness-w64-mingw32-gcc" -D_WIN32_WINNT=0x0601 processors_reported.c -o "$work/reported-$bitness.exe"
        expected "$count" "$(in_the_mask "$bitness" "$count")" | check "$bitness" "$count"
    done
done

# It looks in the registry too, where Wine has the processors of when its server started, and Wine 10 no more than 65 of
# them: where one is missing there, it finds none at all, alone and under cycletime.
node_finds() {
    count=$1
    (
        own_server "$WINEPREFIX.many_cpus"
        # Wine 8 is Windows 7 by default, on which Node.js does not start.
        on_machine "$work/$count" wine reg add 'HKCU\Software\Wine\AppDefaults\node.exe' /v Version /d win10 /f \
            >/dev/null 2>&1
        on_machine "$work/$count" wine "$node" "$work/cpus.cjs" >"$work/alone" 2>"$work/node.err" || true
        on_machine "$work/$count" "$tree/bin/cycletime" run "$node" "$work/cpus.cjs" >"$work/under" 2>>"$work/node.err" ||
            true
        wine_end
        rm -rf "$WINEPREFIX"
    )
    alone=$(tr -d '\r' <"$work/alone") under=$(tr -d '\r' <"$work/under")
    echo "Node.js on $count CPUs: alone $alone, under cycletime $under"
    case $alone in
    '0 none') [ "$count" -gt 64 ] && [ "$under" = "$alone" ] ;;
    *) [ "$under" = "$count $(((100000 + count - 1) * 10))" ] ;;
    esac
}

node=$(../../scripts/lib/program node) || node=
cat >"$work/cpus.cjs" <<'END'
const cpus = require('os').cpus();
console.log(cpus.length + ' ' + (cpus.length ? cpus[cpus.length - 1].times.idle : 'none'));
END
for count in 48 96 128; do
    [ -n "$node" ] || break
    node_finds "$count" && continue
    echo 'failed: os.cpus() in Node.js'
    cat "$work/node.err"
    failed=$((failed + 1))
done
[ "$failed" -eq 0 ]
