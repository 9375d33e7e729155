# SPDX-License-Identifier: MIT
# tree.sh TREE BUILD: the installed tree holds what it should, where it should, and nothing else.
set -eu

wanted='bin/cycletime
include/cycletime.h
include/cycletime/pep_idle.h
lib/cmake/cycletime/cycletimeConfig.cmake
lib/cmake/cycletime/cycletimeConfigVersion.cmake
share/doc/cycletime/LICENSE
share/doc/cycletime/README.md'
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
    for file in cycletime.dll cycletime_host.dll cycletime-run.exe cycletime-bench.exe; do
        wanted="$wanted
lib/wine/$machine-windows/$file"
    done
done
# The 32-bit Linux side is built where the compiler can.
for machine in x86_64 i386; do
    [ $machine = i386 ] && ! [ -f "$2/host/src/host/i386-unix/cycletime_host.so" ] && continue
    wanted="$wanted
lib/wine/$machine-unix/cycletime_host.so"
done

. ./pe.sh
same 'the installed tree' "$(printf '%s\n' "$wanted" | sort)" "$(cd "$1" && find . -type f | sed 's,^\./,,' | sort)"
