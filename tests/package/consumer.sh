# SPDX-License-Identifier: MIT
# consumer.sh BUILD MACHINE TREE WORK VERSION: builds the projects of tests/consumer in WORK, through CMake with a MinGW
# compiler (cmake) or with clang and lld for MSVC's ABI (msvc, and by clang's other name clang-cl), through pkg-config, or
# by naming the libraries (names). Then, who imports what.
set -eu

build=$1 machine=$2 tree=$3 work=$4 version=$5
. ./pe.sh
consumer=$(cd consumer && pwd)

build_with_cmake() {
    cmake -G Ninja -S "$consumer" -B "$work" "-DCMAKE_PREFIX_PATH=$tree" "-DCYCLETIME_VERSION=$version" \
        -DCMAKE_BUILD_TYPE=Release "$@"
    cmake --build "$work" --verbose
}

# All that the static library asks of kernel32, and of the compiler's runtime, whose functions ntdll has as well. The linker
# refuses 32-bit objects without the mark of safe exception handlers.
import_libraries() {
    of_runtime='memcpy memset __chkstk' dlltool=i386:x86-64 options='' suffix='@[0-9]*'
    [ "$machine" = x86_64 ] || of_runtime='memcpy memset _chkstk _aulldiv' dlltool=i386 options=LINKER:/safeseh suffix=''
    # shellcheck disable=SC2086 # a list of words
    printf '%s\n' 'LIBRARY ntdll.dll' EXPORTS $of_runtime >"$work/ntdll.def"
    printf '%s\n' 'LIBRARY kernel32.dll' EXPORTS GetCurrentProcessId@0 GetCurrentThreadId@0 GetModuleFileNameW@12 \
        GetModuleHandleExW@12 GetModuleHandleW@4 GetProcAddress@8 GetProcessHeap@0 HeapAlloc@12 HeapFree@12 SetLastError@4 |
        sed "s/${suffix:-^$}$//" >"$work/kernel32.def"
    for library in kernel32 ntdll; do
        llvm-dlltool -k -m "$dlltool" -d "$work/$library.def" -l "$work/$library.lib"
    done
}

rm -rf "$work"
mkdir -p "$work"
case $build in
cmake) build_with_cmake --toolchain "$consumer/../../../cmake/$machine-w64-mingw32.cmake" ;;
msvc | clang-cl)
    if ! command -v clang >/dev/null || ! command -v lld-link >/dev/null; then
        echo "skipped: clang or lld is not installed"
        exit 77
    fi
    import_libraries
    compiler=
    if [ "$build" = clang-cl ]; then
        # It goes by the name that it is called by. A cache for compilers takes it for another.
        compiler=$work/clang-cl
        ln -s "$(readlink -f "$(command -v clang)")" "$compiler"
        unset CMAKE_C_COMPILER_LAUNCHER
    fi
    build_with_cmake --toolchain "$consumer/msvc.cmake" "-DMSVC_MACHINE=$machine" "-DMSVC_COMPILER=$compiler" \
        "-DMSVC_OPTIONS=$options" "-DMSVC_LIBRARIES=$work/kernel32.lib;$work/ntdll.lib"
    cmake -DNM=llvm-nm "-DLIBRARY=$tree/lib/$machine-pc-windows-msvc/cycletime_static.lib" \
        -DEXPORT_LIST=../../def/cycletime.def \
        -P ../wine/suites/static_symbols.cmake
    ;;
pkg-config)
    PKG_CONFIG_LIBDIR=$tree/lib/$machine-w64-mingw32/pkgconfig
    export PKG_CONFIG_LIBDIR
    for package in cycletime cycletime-static; do
        same "version of $package" "$version" "$(pkg-config --modversion "$package")"
    done
    make -C "$work" -f "$consumer/Makefile" "VPATH=$consumer" "CC=$machine-w64-mingw32-gcc"
    ;;
names)
    set -- "$machine-w64-mingw32-gcc" "$consumer/program.c" -I "$tree/include" -L "$tree/lib/$machine-w64-mingw32"
    "$@" -lcycletime_static -o "$work/static.exe"
    "$@" -lcycletime -o "$work/dll.exe"
    cp "$(library "$tree")" "$work"
    ;;
esac

# ours PROGRAM: what it imports of the functions that cycletime.dll exports, wherever from.
ours() {
    export_list ../../def/cycletime.def >"$work/export_list"
    imports "$work/$1" | awk 'FILENAME != "-" { ours[$1]; next } $2 in ours' "$work/export_list" - | sort
}

same 'of cycletime dll.exe imports' "cycletime.dll CycletimeQueryFrequency
cycletime.dll QueryThreadCycleTime" "$(ours dll.exe)"
[ -f "$work/cycletime.dll" ] || fail "cycletime.dll is not beside dll.exe"
imports "$work/static.exe" | grep -q '^kernel32.dll ' || fail "the imports of static.exe cannot be read"
same 'of cycletime static.exe imports' "" "$(ours static.exe)"
