#!/bin/sh
# SPDX-License-Identifier: MIT
# deb.sh TREE OUT: makes Debian's package of the install tree TREE in OUT, and adds it to the checksums there. The same tree
# always gives the same bytes; SOURCE_DATE_EPOCH is the time of every file.
set -eu
# shellcheck source=scripts/lib/common.sh
. "$(dirname "$0")/common.sh"

tree=$1 out=$2
scripts=$(cd "$(dirname "$0")" && pwd)
texts=$scripts/../../packaging/debian
version=$(sed -n 's/^Version: //p' "$tree/lib/x86_64-w64-mingw32/pkgconfig/cycletime.pc")-1
if [ "$version" = -1 ] || [ -z "${SOURCE_DATE_EPOCH-}" ]; then
    echo "deb: $tree reports no version, or SOURCE_DATE_EPOCH no time" >&2
    exit 1
fi
export LC_ALL=C TZ=UTC

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exit_on_signals
root=$work/root
own=$root/usr/lib/cycletime
documents=$root/usr/share/doc/cycletime

# The command finds its tree by where it stands; so that stays whole.
mkdir -p "$own" "$root/usr/bin" "$root/usr/share/man/man1" "$root/usr/share/man/man3" \
    "$root/usr/share/bash-completion/completions" \
    "$root/usr/share/zsh/vendor-completions" "$root/usr/share/fish/vendor_completions.d" "$root/usr/share/lintian/overrides"
cp -R "$tree/bin" "$tree/lib" "$tree/include" "$own"
cp -R "$tree/share/doc" "$root/usr/share"
sed -i 's/(CHANGELOG\.md)/(changelog.gz)/' "$documents/README.md"
ln -s ../lib/cycletime/bin/cycletime "$root/usr/bin/cycletime"
gzip -9 -n <"$tree/share/man/man1/cycletime.1" >"$root/usr/share/man/man1/cycletime.1.gz"
for page in "$tree"/share/man/man3/*; do gzip -9 -n <"$page" >"$root/usr/share/man/man3/${page##*/}.gz"; done
cp "$tree/share/bash-completion/completions/cycletime" "$root/usr/share/bash-completion/completions"
cp "$tree/share/zsh/site-functions/_cycletime" "$root/usr/share/zsh/vendor-completions"
cp "$tree/share/fish/vendor_completions.d/cycletime.fish" "$root/usr/share/fish/vendor_completions.d"
cp "$texts/lintian-overrides" "$root/usr/share/lintian/overrides/cycletime"
find "$own/bin" "$own/lib/preload" "$own/lib/wine" \( -name cycletime -o -name '*.so' \) -type f -exec \
    strip --strip-unneeded --remove-section=.comment --remove-section=.note {} +

# Where mingw-w64's compilers, pkg-config and CMake look.
for machine in x86_64 i686; do
    place=$root/usr/$machine-w64-mingw32
    mkdir -p "$place/lib/pkgconfig" "$place/lib/cmake/cycletime" "$place/include/cycletime"
    for library in "$own/lib/$machine-w64-mingw32"/*cycletime*; do
        ln -s "../../lib/cycletime/lib/$machine-w64-mingw32/${library##*/}" "$place/lib"
    done
    ln -s ../../lib/cycletime/include/cycletime.h "$place/include"
    ln -s ../../../lib/cycletime/include/cycletime/pep_idle.h "$place/include/cycletime"
    for file in "$own/lib/$machine-w64-mingw32/pkgconfig"/*.pc; do
        # pkg-config goes by where it finds the file.
        sed "s|\${pcfiledir}|/usr/lib/cycletime/lib/$machine-w64-mingw32/pkgconfig|" "$file" \
            >"$place/lib/pkgconfig/${file##*/}"
    done
    for file in cycletimeConfig.cmake cycletimeConfigVersion.cmake; do
        echo "include(/usr/lib/cycletime/lib/cmake/cycletime/$file)" >"$place/lib/cmake/cycletime/$file"
    done
done

gzip -9 -n <"$tree/share/doc/cycletime/CHANGELOG.md" >"$documents/changelog.gz"
rm "$documents/CHANGELOG.md" "$documents/LICENSE"
cp "$texts/copyright" "$documents"
{
    printf 'cycletime (%s) unstable; urgency=medium\n\n  * See changelog.gz.\n\n' "$version"
    printf ' -- %s  %s\n' "$(sed -n 's/^Maintainer: //p' "$texts/control.in")" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9 -n >"$documents/changelog.Debian.gz"

chmod -R u=rwX,go=rX "$root"
find "$own/lib" -type f -exec chmod a-x {} +
mkdir "$root/DEBIAN"
sed "s/@version@/$version/; s/@size@/$(du -k -s --apparent-size "$root/usr" | cut -f 1)/" "$texts/control.in" \
    >"$root/DEBIAN/control"
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
chmod 755 "$root/DEBIAN"
chmod 644 "$root/DEBIAN"/*
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
package=cycletime_${version}_amd64.deb
dpkg-deb --root-owner-group --threads-max=1 -Zxz -z9 --build "$root" "$work/$package" >/dev/null
mkdir -p "$out"
mv "$work/$package" "$out"
(cd "$out" && sha256sum "$package" >>SHA256SUMS)
