#!/bin/sh
# SPDX-License-Identifier: MIT
# pack.sh TREE OUT: makes the packages of the install tree TREE and their checksums in OUT. The same tree always gives the
# same bytes, whoever packs it and where; SOURCE_DATE_EPOCH is the time of every file.
set -eu

tree=$1 out=$2
texts=$(cd "$(dirname "$0")/../../release" && pwd)
version=$(sed -n 's/^Version: //p' "$tree/lib/x86_64-w64-mingw32/pkgconfig/cycletime.pc")
if [ -z "$version" ] || [ -z "${SOURCE_DATE_EPOCH-}" ]; then
    echo "pack: $tree tells no version, or SOURCE_DATE_EPOCH no time" >&2
    exit 1
fi
windows=cycletime-$version-windows
wine=cycletime-$version-wine
# Names are sorted by bytes; a zip holds local times.
export LC_ALL=C TZ=UTC

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cp -R "$tree" "$work/$wine"
cp -R "$tree" "$work/$windows"
cp "$texts/wine.txt" "$work/$wine/README.txt"
sed 's/$/\r/' "$texts/windows.txt" >"$work/$windows/README.txt"
# The Linux side, its bridge and the command for it.
(cd "$work/$windows" && rm -r bin lib/wine/*-unix lib/wine/*-windows/cycletime_host.dll)

cd "$work"
chmod -R u=rwX,go=rX "$wine" "$windows"
find "$wine" "$windows" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
tar -cf "$wine.tar" --format=ustar --sort=name --owner=0 --group=0 --numeric-owner "$wine"
xz -9 -T1 "$wine.tar"
find "$windows" -type f | sort | zip -q -9 -X -@ "$windows.zip"
sha256sum "$windows.zip" "$wine.tar.xz" >SHA256SUMS

cd "$OLDPWD"
mkdir -p "$out"
mv "$work/$windows.zip" "$work/$wine.tar.xz" "$work/SHA256SUMS" "$out"
