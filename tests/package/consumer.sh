# SPDX-License-Identifier: MIT
# consumer.sh WAY MACHINE TREE WORK VERSION: builds the projects of tests/consumer in WORK, through CMake with a MinGW
# compiler (cmake) or with clang and lld for MSVC's ABI (msvc), through pkg-config, or by naming the libraries (names).
# Then, who imports what.
set -eu

way=$1 machine=$2 tree=$3 work=$4 version=$5
. ./pe.sh
consumer=$(cd ../consumer && pwd)

build_with_cmake() {
    cmake -G Ninja -S "$consumer" -B "$work" "-DCMAKE_PREFIX_PATH=$tree" "-DCYCLETIME_VERSION=$version" \
        -DCMAKE_BUILD_TYPE=Release "$@"
    cmake --build "$work" --verbose
}

rm -rf "$work"
mkdir -p "$work"
case $way in
cmake) build_with_cmake --toolchain "$consumer/../../cmake/$machine-w64-mingw32.cmake" ;;
msvc)
    if ! command -v clang >/dev/null || ! command -v lld-link >/dev/null; then
        echo "skipped: clang or lld is not installed"
        exit 77
    fi
    build_with_cmake --toolchain "$consumer/msvc.cmake" "-DMSVC_MACHINE=$machine"
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
    ledger ../../def/cycletime.def >"$work/ledger"
    imports "$work/$1" | awk 'FILENAME != "-" { ours[$1]; next } $2 in ours' "$work/ledger" - | sort
}

same 'of cycletime dll.exe imports' "cycletime.dll CycletimeQueryFrequency
cycletime.dll QueryThreadCycleTime" "$(ours dll.exe)"
[ -f "$work/cycletime.dll" ] || fail "cycletime.dll is not beside dll.exe"
if [ "$way" != msvc ]; then
    imports "$work/static.exe" | grep -q '^kernel32.dll ' || fail "the imports of static.exe cannot be read"
    same 'of cycletime static.exe imports' "" "$(ours static.exe)"
fi
