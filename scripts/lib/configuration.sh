#!/bin/sh
# SPDX-License-Identifier: MIT
# configuration.sh CONFIGURATION PLACE: runs the tests and the benchmark in one configuration of the matrix, and writes
# its line to build/matrix/CONFIGURATION/result. PLACE is a Debian, or the directory of a Wine that runs outside of one.
# Run as root in a mount namespace of its own.
#
# ctest, the tools and the tests stay outside. Only Wine comes from the configuration: "wine" and "wineserver" are links
# that start the configuration's. In a Debian /proc, /sys, /dev, /tmp and the checkout are the machine's own, under the
# same paths. Exit code 77: this machine does not run 32-bit Windows code.
set -eu

configuration=$1 place=$2
cd "$(dirname "$0")/../.."
top=$(pwd -P)
work=$top/build/matrix/$configuration
tree=$top/build/matrix/tree
once=$top/build/matrix/once
root=$work/root
. scripts/lib/wine.sh
. scripts/lib/tests.sh
. scripts/lib/debian.sh
. scripts/lib/own_copy.sh
at_once=2  # most of what they do is waiting; but there is another configuration

fail() {
    echo "matrix: $*" >&2
    exit 1
}

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
    ln -sf "$top/scripts/lib/configuration_wine.sh" "$work/bin/wine"
    ln -sf "$top/scripts/lib/configuration_wine.sh" "$work/bin/wineserver"
}

# Wine can end silently and well without having run anything.
prints_sentinel() {
    [ "$(timeout 60 wine "build/$preset/tests/wine/sentinel.exe" </dev/null 2>/dev/null | tr -d '\r')" = sentinel ]
}

is_new_wow64() {
    WINEDEBUG=err+environ timeout 60 wine build/i686/tests/wine/sentinel.exe </dev/null 2>&1 | grep -q 'wow64 mode'
}

begin=$(date +%s)
# Nothing of the caller's Wine.
unset WINE WINELOADER WINESERVER WINEDLLPATH WINEARCH XDG_RUNTIME_DIR CYCLETIME_WINE_ROOT
export LC_ALL=C.UTF-8
own_copy "$once/$preset" "build/$preset" "$work/$preset"
own_copy "$once/host" build/host "$work/host"
# The shared file is found by the user: two configurations, one user.
mount -t tmpfs -o mode=1777 shm /dev/shm
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

count_all
print_outcomes
write_line "$configuration" "$found" "$begin" >"$work/result"
have_passed
