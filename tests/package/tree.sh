# SPDX-License-Identifier: MIT
# tree.sh WINE WINDOWS LIBRARIES BUILD: the unpacked packages hold what they should, where they should, and nothing else.
set -eu

wine=$1 windows=$2 libraries=$3 build=$4

wanted='README.txt
bin/cycletime
include/cycletime.h
include/cycletime/pep_idle.h
lib/cmake/cycletime/cycletimeConfig.cmake
lib/cmake/cycletime/cycletimeConfigVersion.cmake
share/bash-completion/completions/cycletime
share/doc/cycletime/CHANGELOG.md
share/doc/cycletime/LICENSE
share/doc/cycletime/README.md
share/fish/vendor_completions.d/cycletime.fish
share/man/man1/cycletime.1
share/zsh/site-functions/_cycletime'
for page in "$build"/host/man/man3/*.3; do
    wanted="$wanted
share/man/man3/${page##*/}"
done
for page in ../../docs/*.md ../../docs/*.svg reference.md; do
    wanted="$wanted
share/doc/cycletime/docs/${page##*/}"
done
for machine in x86_64 i686; do
    for file in mingw mingw-release msvc; do
        wanted="$wanted
lib/cmake/cycletime/cycletimeTargets-$machine-$file.cmake"
    done
    for file in libcycletime.dll.a libcycletime_static.a cycletime.lib \
        pkgconfig/cycletime.pc pkgconfig/cycletime-static.pc; do
        wanted="$wanted
lib/$machine-w64-mingw32/$file"
    done
    wanted="$wanted
lib/$machine-pc-windows-msvc/cycletime_static.lib"
    for definitions in ../../def/api-ms-*.def; do
        wanted="$wanted
lib/downlevel/$machine/$(basename "$definitions" .def).dll"
    done
done
for machine in x86_64 i386; do
    for file in cycletime.dll cycletime_unixlib.dll cycletime-top.exe cycletime-bench.exe cycletime-counters.exe; do
        wanted="$wanted
lib/wine/$machine-windows/$file"
    done
done
# The 32-bit Linux side is built where the compiler can.
for machine in x86_64 i386; do
    [ $machine = i386 ] && ! [ -f "$build/host/src/unixlib/i386-unix/cycletime_unixlib.so" ] && continue
    wanted="$wanted
lib/wine/$machine-unix/cycletime_unixlib.so
lib/preload/$machine/cycletime_preload.so"
done

. ./pe.sh
files() {
    cd "$1" && find . -type f | sed 's,^\./,,' | sort
}
wanted=$(printf '%s\n' "$wanted" | sort)
same 'the package for Wine' "$wanted" "$(files "$wine")"
wanted=$(printf '%s\n' "$wanted" | grep -v '^bin/\|-unix/\|^lib/preload/\|/cycletime_unixlib[.]dll$\|^share/[^d]')
same 'the package for Windows' "$wanted" "$(files "$windows")"
wanted=$(printf '%s\n' "$wanted" | grep -v '[.]exe$')
same 'the package of libraries' "$wanted" "$(files "$libraries")"

same 'what ld.so may name' 'haswell x86_64, i486 i386, i586 i386, i686 i386, xeon_phi x86_64' \
    "$(find "$wine/lib/preload" -type l -printf '%f %l\n' | sort | paste -sd , | sed 's/,/, /g')"
[ ! -e "$windows/lib/preload" ] || fail 'the package for Windows has what is preloaded on Linux'
[ ! -e "$libraries/lib/preload" ] || fail 'the package of libraries has what is preloaded on Linux'
# Whoever has the package has no use for how the code is changed.
same 'dead links between its pages' '' \
    "$(sh ../../scripts/lib/links.sh "$wine"/share/doc/cycletime/README.md "$wine"/share/doc/cycletime/docs/*.md || true)"
[ -x "$wine/bin/cycletime" ] || fail "bin/cycletime cannot be run"
same 'lines for Windows' "$(wc -l <"$windows/README.txt")" "$(grep -c "$(printf '\r')\$" "$windows/README.txt")"
for package in "$wine" "$windows" "$libraries"; do
    names=$(tr '\\' / <"$package/README.txt" | grep -o '\(bin\|include\|lib\|share\)/[A-Za-z0-9_./-]*[A-Za-z0-9]')
    [ -n "$names" ] || fail "the README of $package names no file"
    for name in $names; do
        [ -e "$package/$name" ] || fail "$package has no $name, which its README names"
    done
done
