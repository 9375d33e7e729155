#!/bin/sh
# SPDX-License-Identifier: MIT
# two_part_library.sh FOLDER: installs cycletime, as packaging/arch/PKGBUILD builds it, into FOLDER/two-part-library.
set -eu

cd "$(dirname "$0")/../.."
place=$1/two-part-library
rm -rf "$place"
for preset in x86_64 i686 host; do
    build=$place.build/$preset
    {
        cmake --preset "$preset" -B "$build" -DBUILD_TESTING=OFF -DCMAKE_INSTALL_LIBDIR=lib/cycletime
        cmake --build "$build"
        cmake --install "$build" --prefix "$place"
    } >"$place.log"
done
