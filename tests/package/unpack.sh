# SPDX-License-Identifier: MIT
# unpack.sh BUILD WORK PLACE: installs what is built, makes the packages of it in WORK, and unpacks them in PLACE.
set -eu

build=$1 work=$2 place=$3
rm -rf "$work"
for preset in x86_64 i686 host; do
    cmake --install "$build/$preset" --prefix "$work/installed"
done
SOURCE_DATE_EPOCH=1700000001 sh ../../scripts/lib/pack.sh "$work/installed" "$work/packages"
mkdir -p "$place"
cd "$place"
for package in "$work"/packages/*.zip; do unzip -q "$package"; done
tar -xf "$work"/packages/*.tar.xz
