#!/bin/sh
# SPDX-License-Identifier: MIT
# cmocka.sh x86_64|i686|linux32: builds cmocka as a static library for a mingw-w64 compiler or for 32-bit Linux, into
# build/cmocka/MACHINE. Debian does not package these, so the source comes from the machine's own apt sources, through a
# private apt state in build: this needs no root, and changes nothing of the machine. Exit code 77: it could not be fetched.
set -eu

machine=$1
cd "$(dirname "$0")/../.."
top=$(pwd)
. scripts/lib/common.sh
. scripts/lib/source_package.sh
cmocka=$top/build/cmocka
archive=$cmocka/cmocka.orig.tar
work=$cmocka/$machine.build

fetch_archive() {
    if ! command -v apt-get >/dev/null; then
        echo "cmocka: there is no apt to fetch it with; put the archive of its source (cmocka.org/files) at $archive" >&2
        exit 1
    fi
    echo "cmocka: fetching its source package"
    rm -rf "$cmocka/apt"
    fetch_source "$cmocka/apt" cmocka --tar-only || exit
    mv "$cmocka"/apt/source/cmocka_*.orig.tar.?z* "$archive"
    rm -rf "$cmocka/apt"
}

# build_library OPTION...
build_library() {
    rm -rf "$work"
    mkdir -p "$work/source"
    (cd "$work/source" && cmake -E tar xf "$archive")
    cmake --no-warn-unused-cli -S "$work"/source/cmocka-* -B "$work/build" -G Ninja "$@" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_POLICY_VERSION_MINIMUM=3.5 \
        -DBUILD_SHARED_LIBS=OFF -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF &&
        cmake --build "$work/build" &&
        cmake --install "$work/build" --prefix "$work/install"
}

[ ! -f "$cmocka/$machine/COPYING" ] || exit 0
[ -f "$archive" ] || fetch_archive
# cmocka's assertions name its files: the same wherever it is built.
flags="\"-ffile-prefix-map=$work/source/=\""
case $machine in
linux32) set -- "-DCMAKE_C_FLAGS=-m32 $flags" ;;
*) set -- "-DCMAKE_TOOLCHAIN_FILE=$top/cmake/$machine-w64-mingw32.cmake" "-DCMAKE_C_FLAGS=$flags" ;;
esac
echo "cmocka for $machine: building"
if ! build_library "$@" >"$work.log" 2>&1; then
    cat "$work.log" >&2
    exit 1
fi
mkdir -p "$cmocka/$machine/lib"
cp -R "$work/install/include" "$cmocka/$machine"
# Up to 1.1.5 the static library has a name of its own, and a DLL is installed beside it.
for library in "$work"/install/lib/libcmocka-static.a "$work"/install/lib/libcmocka.a; do
    [ -f "$library" ] && cp "$library" "$cmocka/$machine/lib/libcmocka.a" && break
done
cp "$work"/source/cmocka-*/COPYING "$cmocka/$machine"
rm -rf "$work" "$work.log"
