# SPDX-License-Identifier: MIT
# tree.sh WINE WINDOWS BUILD: the unpacked packages hold what they should, where they should, and nothing else.
set -eu

wine=$1 windows=$2 build=$3

wanted='README.txt
bin/cycletime
include/cycletime.h
include/cycletime/pep_idle.h
lib/cmake/cycletime/cycletimeConfig.cmake
lib/cmake/cycletime/cycletimeConfigVersion.cmake
share/doc/cycletime/CHANGELOG.md
share/doc/cycletime/LICENSE
share/doc/cycletime/README.md
share/doc/cycletime/docs/costs.md
share/doc/cycletime/docs/costs.svg
share/doc/cycletime/docs/top.svg'
for machine in x86_64 i686; do
    for file in libcycletime.dll.a libcycletime_static.a cycletime.lib pkgconfig/cycletime.pc pkgconfig/cycletime-static.pc; do
        wanted="$wanted
lib/$machine-w64-mingw32/$file"
    done
    for definitions in ../../def/api-ms-*.def; do
        wanted="$wanted
lib/downlevel/$machine/$(basename "$definitions" .def).dll"
    done
done
for machine in x86_64 i386; do
    for file in cycletime.dll cycletime_host.dll cycletime-run.exe cycletime-top.exe cycletime-bench.exe; do
        wanted="$wanted
lib/wine/$machine-windows/$file"
    done
done
# The 32-bit Linux side is built where the compiler can.
for machine in x86_64 i386; do
    [ $machine = i386 ] && ! [ -f "$build/host/src/host/i386-unix/cycletime_host.so" ] && continue
    wanted="$wanted
lib/wine/$machine-unix/cycletime_host.so"
done

. ./pe.sh
files() {
    cd "$1" && find . -type f | sed 's,^\./,,' | sort
}
wanted=$(printf '%s\n' "$wanted" | sort)
same 'the package for Wine' "$wanted" "$(files "$wine")"
wanted=$(printf '%s\n' "$wanted" | grep -v '^bin/\|-unix/\|/cycletime_host[.]dll$')
same 'the package for Windows' "$wanted" "$(files "$windows")"

[ -x "$wine/bin/cycletime" ] || fail "bin/cycletime cannot be run"
same 'lines for Windows' "$(wc -l <"$windows/README.txt")" "$(grep -c "$(printf '\r')\$" "$windows/README.txt")"
for package in "$wine" "$windows"; do
    names=$(tr '\\' / <"$package/README.txt" | grep -o '\(bin\|include\|lib\|share\)/[A-Za-z0-9_./-]*[A-Za-z0-9]')
    [ -n "$names" ] || fail "the README of $package names no file"
    for name in $names; do
        [ -e "$package/$name" ] || fail "$package has no $name, which its README names"
    done
done
