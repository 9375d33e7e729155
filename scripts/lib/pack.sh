#!/bin/sh
# SPDX-License-Identifier: MIT
# pack.sh TREE OUT: makes the packages of the install tree TREE and their checksums in OUT. The same tree always gives the
# same bytes, whoever packs it and where; SOURCE_DATE_EPOCH is the time of every file.
set -eu
# shellcheck source=scripts/lib/common.sh
. "$(dirname "$0")/common.sh"

tree=$1 out=$2
scripts=$(cd "$(dirname "$0")" && pwd)
texts=$scripts/../../packaging/archives
version=$(sed -n 's/^Version: //p' "$tree/lib/x86_64-w64-mingw32/pkgconfig/cycletime.pc")
if [ -z "$version" ] || [ -z "${SOURCE_DATE_EPOCH-}" ]; then
    echo "pack: $tree reports no version, or SOURCE_DATE_EPOCH no time" >&2
    exit 1
fi
windows=cycletime-$version-windows
wine=cycletime-$version-wine
libraries=cycletime-$version-libraries
# Names are sorted by bytes; a zip holds local times.
export LC_ALL=C TZ=UTC

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exit_on_signals
cp -R "$tree" "$work/$wine"
cp -R "$work/$wine" "$work/$windows"
cp "$texts/wine.txt" "$work/$wine/README.txt"
sed 's/$/\r/' "$texts/windows.txt" >"$work/$windows/README.txt"
# The Linux side, its stub DLL and the command for it, with what belongs to that.
(cd "$work/$windows" && rm -r bin lib/preload lib/wine/*-unix lib/wine/*-windows/cycletime_unixlib.dll
    rm -r lib/wine/*-windows/missing
    rm -r share/man share/bash-completion share/zsh share/fish share/cycletime share/meson)
cp -R "$work/$windows" "$work/$libraries"
sed 's/$/\r/' "$texts/libraries.txt" >"$work/$libraries/README.txt"
rm "$work/$libraries"/lib/wine/*-windows/*.exe

cd "$work"
chmod -R u=rwX,go=rX "$wine" "$windows" "$libraries"
find "$wine" "$windows" "$libraries" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
tar -cf "$wine.tar" --format=ustar --sort=name --owner=0 --group=0 --numeric-owner "$wine"
# A bare Debian has no xz.
gzip -9 -n "$wine.tar"
for name in "$windows" "$libraries"; do find "$name" -type f | sort | zip -q -9 -X -@ "$name.zip"; done
sha256sum "$libraries.zip" "$windows.zip" "$wine.tar.gz" >SHA256SUMS

cd "$OLDPWD"
mkdir -p "$out"
mv "$work/$libraries.zip" "$work/$windows.zip" "$work/$wine.tar.gz" "$work/SHA256SUMS" "$out"
