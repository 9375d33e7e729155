#!/bin/sh
# SPDX-License-Identifier: MIT
# build_library.sh CACHE MACHINE LIBRARY: builds the tests of a portable library from Debian's source package, for x86_64 or
# i686 programs, into CACHE/LIBRARY/MACHINE. What is there already is not built again, after an interruption neither. Exit
# code 77, with the reason in the last line: this machine has not what it takes.
set -eu

cache=$1 machine=$2 library=$3
cd "$(dirname "$0")/../.."
top=$(pwd)
. scripts/lib/common.sh
. scripts/lib/source_package.sh
source=$cache/$library/source build=$cache/$library/$machine
target=all

case $library in
libuv1)
    set -- -DLIBUV_BUILD_TESTS=ON
    target=uv_run_tests_a
    ;;
benchmark)
    # As debian/rules does, and what it finds out by programs that it runs.
    set -- -DGIT_VERSION=0.0.0 -DBENCHMARK_ENABLE_GTEST_TESTS=OFF -DBENCHMARK_ENABLE_WERROR=OFF \
        -DBENCHMARK_ENABLE_INSTALL=OFF -DRUN_HAVE_STD_REGEX=0 -DRUN_HAVE_STEADY_CLOCK=0
    ;;
mimalloc) set -- -DMI_BUILD_SHARED=OFF -DMI_BUILD_OBJECT=OFF "-DCMAKE_EXE_LINKER_FLAGS=-static -L$build" ;;
nng) set -- -DNNG_TESTS=ON -DNNG_TOOLS=OFF -DNNG_ENABLE_NNGCAT=OFF ;;
libevent)
    set -- -DEVENT__LIBRARY_TYPE=STATIC -DEVENT__DISABLE_OPENSSL=ON -DEVENT__DISABLE_BENCHMARK=ON \
        -DEVENT__DISABLE_SAMPLES=ON
    target=regress
    ;;
esac

if [ ! -d "$source" ]; then
    rm -rf "$source.new"
    mkdir -p "$cache/$library"
    fetch_source "$cache/apt" "$library" || exit
    dpkg-source --no-check -x "$cache"/apt/source/"$library"_*.dsc "$source.new"
    mv "$source.new" "$source"
fi
if [ ! -f "$build/built" ]; then
    # On Windows, letters of a file's name may be large or small.
    mkdir -p "$cache/headers"
    echo '#include <windows.h>' >"$cache/headers/Windows.h"
    # Threads of C++ are only in the compilers for POSIX threads; their DLLs are not in Wine.
    cmake --fresh -S "$source" -B "$build" -G Ninja --toolchain "$top/cmake/$machine-w64-mingw32.cmake" \
        -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_COMPILER="$machine-w64-mingw32-gcc-posix" -DCMAKE_CXX_COMPILER="$machine-w64-mingw32-g++-posix" \
        -DCMAKE_C_FLAGS="-I$cache/headers" -DCMAKE_EXE_LINKER_FLAGS=-static -DCMAKE_CROSSCOMPILING_EMULATOR= \
        -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=ON \
        -DCMAKE_POLICY_VERSION_MINIMUM=3.5 "$@"
    if [ "$library" = mimalloc ]; then
        # Its tests link the DLL, which wants a library that Debian leaves out.
        cmake --build "$build" --target mimalloc-static
        ln -sf libmimalloc-static.a "$build/libmimalloc.a"
    fi
    cmake --build "$build" --target "$target" -- -k 0 || echo "not all tests of $library could be built"
    [ -n "$(find "$build/" -name '*.exe' | head -n 1)" ] || {
        echo "no test of $library could be built"
        exit 1
    }
    : >"$build/built"
fi
