#!/bin/sh
# SPDX-License-Identifier: MIT
# configuration.sh NAME: runs the tests and the benchmark in one configuration of the matrix, or, as "once", the tests in
# which no Wine takes part, whose programs tests in the configurations run. Writes passed, failed or left_out to
# build/matrix/NAME/outcome, and its line to .../result. CYCLETIME_ROOTS names the folder of the Debians.
# configuration.sh --inside NAME PLACE: the same, as root in a mount namespace of its own. PLACE is a Debian, or the folder
# of a Wine that runs outside of one. Exit code 77: this machine does not run 32-bit Windows code.
#
# ctest, the tools and the tests stay outside. Only Wine comes from the configuration: the commands "wine" and "wineserver"
# start the configuration's. In a Debian /proc, /sys, /dev, /tmp and the checkout are the machine's own, under the same
# paths.
set -eu

cd "$(dirname "$0")/../.."
top=$(pwd -P)
inside=
[ "$1" != --inside ] || { inside=yes && shift; }
configuration=$1 place=${2-}
matrix=$top/build/matrix
work=$matrix/$configuration
tree=$matrix/tree
root=$work/root
. scripts/lib/common.sh

# last_line FILE: the last line that says something; mount adds where else to look.
last_line() {
    grep -v '^[[:blank:]]*$\|^[[:blank:]]*dmesg(1)' "$1" 2>/dev/null | tail -n 1
}

# end_with OUTCOME [WORDS]: WORDS become the configuration's line, unless it has one.
end_with() {
    echo "$1" >"$work/outcome"
    [ -f "$work/result" ] || printf '%-13s %s\n' "$configuration" "$2" >"$work/result"
    exit 0
}

# look_for FILE: leaves the configuration out, or fails, if its Debian has no such file.
look_for() {
    place=$CYCLETIME_ROOTS/${configuration%-*} why=$matrix/${configuration%-*}.why
    [ ! -e "$place/$1" ] || return 0
    [ ! -f "$why" ] || end_with left_out "not run: $(cat "$why")"
    end_with failed "FAILED, there is no $place/$1: $(last_line "$matrix/${configuration%-*}.log")"
}

if [ -z "$inside" ]; then
    mkdir -p "$work"
    case $configuration in
    once) ;;
    wine-*) place=$matrix/wines/${configuration%-*} ;;
    *-64) look_for usr/lib/wine/wine64 ;;
    *-32)
        linux_runs_32_bit || end_with left_out "not run: $no_32_bit"
        look_for usr/lib/wine/wine
        ;;
    *) look_for usr/lib/i386-linux-gnu/wine/i386-windows ;;
    esac
    echo "== $configuration: begins, the log is build/matrix/$configuration/log"
    namespaces=--mount status=0
    [ "$(id -u)" -eq 0 ] || namespaces='--mount --map-root-user'
    # shellcheck disable=SC2086 # a list of words
    unshare $namespaces sh "$0" --inside "$configuration" "$place" >"$work/log" 2>&1 </dev/null || status=$?
    { echo "== $configuration" && cat "$work/log"; } >"$work/shown"
    flock "$matrix/lock" cat "$work/shown"
    rm "$work/shown"
    case $status in
    0) ;;
    77) end_with left_out "not run: $(last_line "$work/log")" ;;
    *) end_with failed "FAILED, cannot be made: $(last_line "$work/log")" ;;
    esac
    # Two GB, of which nothing is of use once it has passed.
    [ "$configuration" = once ] || rm -rf "$work/prefix" "$work/x86_64" "$work/i686" "$work/host"
    end_with passed
fi

. scripts/lib/wine.sh
. scripts/lib/tests.sh
. scripts/lib/debian.sh
at_once=2  # most of what they do is waiting; but there is another configuration
begin=$(date +%s)

fail() {
    echo "matrix: $*" >&2
    exit 1
}

# own_copy PRESET FROM: lays a copy of what is built in FROM over build/PRESET, so that what tests write beside programs and
# into their folders is nobody else's. What other tests may be writing at this time is left out.
own_copy() {
    rm -rf "${work:?}/$1"
    mkdir -p "$work/$1"
    leave=
    [ "$2" != "build/$1" ] || leave=--exclude=./tests/package/work
    tar -C "$2" --exclude=./Testing --exclude='*.obj' --exclude='*.o' ${leave:+"$leave"} -cf - . | tar -C "$work/$1" -xf -
    mount --bind "$work/$1" "build/$1"
}

end_tests() {
    count_all
    print_outcomes
    write_line "$configuration" "$1" "$begin" >"$work/result"
    have_passed
    exit
}

if [ "$configuration" = once ]; then
    for preset in x86_64 i686 host; do own_copy "$preset" "build/$preset"; done
    for preset in x86_64 i686 host; do
        run_tests "$preset" "$work/$preset.xml" "$(nproc)" --label-exclude '^wine$'
    done
    end_tests 'without Wine'
fi

case $configuration in
bookworm-*) version=8. ;;
trixie-*) version=10. ;;
wine-*)
    version=${configuration#wine-}
    version=${version%-*}
    ;;
esac
case $configuration in
*-64) preset=x86_64 other=i686 directory=x86_64-windows ;;
*) preset=i686 other=x86_64 directory=i386-windows ;;
esac

# What a Wine is that was built for the new WoW64: no 32-bit Linux code, and all Windows code in one tree.
make_new_wow64() {
    libraries=$root/usr/lib
    mount --bind "$libraries/i386-linux-gnu/wine/i386-windows" "$libraries/x86_64-linux-gnu/wine/i386-windows"
    hide_32_bit "$root"
}

halved=
enter_debian() {
    put_together "$place" "$root"
    mount --rbind /tmp "$root/tmp"
    mkdir -p "$root${HOME:-}" "$root$top"
    mount --rbind "$top" "$root$top"
    case $configuration in
    *-wow64) make_new_wow64 ;;
    *) { linux_runs_32_bit && [ -x "$place/usr/lib/wine/wine" ]; } || { halved=yes && hide_32_bit "$root"; } ;;
    esac
    export CYCLETIME_WINE_ROOT="$root"  # for tests that lay something over /sys and /proc
    for name in wine wineserver; do
        # In the Debian the commands of $work/bin would be found again.
        cat >"$work/bin/$name" <<END
#!/bin/sh
export PATH=/usr/bin:/bin
exec unshare --root='$root' --wd="\$(pwd -P)" /usr/bin/$name "\$@"
END
        chmod +x "$work/bin/$name"
    done
}

# Wine can end silently and well without having run anything.
prints_sentinel() {
    [ "$(timeout 60 wine "build/$preset/tests/wine/sentinel.exe" </dev/null 2>/dev/null | tr -d '\r')" = sentinel ]
}

is_new_wow64() {
    WINEDEBUG=err+environ timeout 60 wine build/i686/tests/wine/sentinel.exe </dev/null 2>&1 | grep -q 'wow64 mode'
}

# Nothing of the caller's Wine.
unset WINE WINELOADER WINESERVER WINEDLLPATH WINEARCH XDG_RUNTIME_DIR CYCLETIME_WINE_ROOT
export LC_ALL=C.UTF-8
own_copy "$preset" "$matrix/once/$preset"
own_copy host "$matrix/once/host"
# The shared file is found by the user: two configurations, one user.
mount -t tmpfs -o mode=1777 shm /dev/shm
rm -rf "${work:?}/bin"
mkdir -p "$work/bin"
case $configuration in
wine-*)
    ln -sf "$place/bin/wine" "$work/bin/wine"
    ln -sf "$place/bin/wineserver" "$work/bin/wineserver"
    ;;
*) enter_debian ;;
esac
PATH=$work/bin:$PATH

wine_start "$work/prefix"
found=$(wine --version)
case $found in
"wine-$version"*) ;;
*) fail "its Wine is $found, not $version" ;;
esac
if ! prints_sentinel; then
    if [ "$preset" = i686 ] && ! linux_runs_32_bit; then
        echo "$no_32_bit, and its Wine no 32-bit Windows code"
        exit 77
    fi
    fail "its Wine does not run programs of $preset"
fi
case $configuration in
*-wow64) is_new_wow64 || fail "its Wine is not in the new WoW64 mode" ;;
wine-*) ;;
# Without its 32-bit half it would try to be.
*) [ -n "$halved" ] || ! is_new_wow64 || fail "its Wine is in the new WoW64 mode" ;;
esac

# The others, what they build included, have been run once for all configurations.
run_tests "$preset" "$work/$preset.xml" "$at_once" --label-regex '^wine$'
run_tests host "$work/host.xml" "$at_once" --label-regex '^wine$' --fixture-exclude-any . \
    --exclude-regex "[.]$other([.]|\$)"

# As `cycletime bench` runs that of this machine's word size: it leaves itself alone, and has those hooked whose start it
# measures.
bench() {
    LD_PRELOAD="$tree/lib/preload/\${PLATFORM}/cycletime_preload.so" CYCLETIME_RUN=off WINEDLLPATH=$tree/lib/wine \
        wine "$tree/lib/wine/$directory/cycletime-bench.exe" --svg "$work/costs.svg" </dev/null >"$work/bench" || return
    cat "$work/bench"
    grep -q '^starting a program of the same word size: [0-9]' "$work/bench" && grep -q '</svg>' "$work/costs.svg"
}

echo "== bench $configuration"
bench || outcomes=$(printf '%s\nfailed\tbench\tthe benchmark failed' "$outcomes")

end_tests "$found"
