#!/bin/sh
# SPDX-License-Identifier: MIT
# cmocka_32.sh: builds cmocka as a static library for 32-bit Linux, build/cmocka/linux32/libcmocka.a, from the source that
# scripts/cmocka fetches.
set -eu

cmocka=$(pwd)/build/cmocka
[ ! -f "$cmocka/linux32/libcmocka.a" ] || exit 0
scripts/cmocka i686
work=$cmocka/linux32.build
rm -rf "$work"
mkdir -p "$work/source" "$cmocka/linux32"
(cd "$work/source" && cmake -E tar xf "$cmocka/cmocka.orig.tar")
cmake --no-warn-unused-cli -S "$work"/source/cmocka-* -B "$work/build" -G Ninja \
    -DCMAKE_C_FLAGS=-m32 -DCMAKE_BUILD_TYPE=Release -DCMAKE_POLICY_VERSION_MINIMUM=3.5 \
    -DBUILD_SHARED_LIBS=OFF -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF
cmake --build "$work/build"
# Up to 1.1.5 it has a name of its own.
find "$work/build" -name 'libcmocka*.a' -exec cp {} "$cmocka/linux32/libcmocka.a" \;
rm -rf "$work"
