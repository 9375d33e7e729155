#!/bin/sh
# SPDX-License-Identifier: MIT
# root.sh SUITE ROOTS WHY: as root, makes ROOTS/SUITE, a Debian of that name with Wine for 64- and 32-bit programs. If the
# mirror has no matching i386 packages, which can last for hours, the Debian gets no more of them than the Windows code,
# which is all that the new WoW64 mode needs; a later run makes the whole Debian. The file WHY then names what is missing.
set -eu

suite=$1 roots=$2 why=$3
new=$roots/$suite.new
. scripts/lib/common.sh
exec 9>"$roots/$suite.lock"
flock 9
[ ! -x "$roots/$suite/usr/lib/wine/wine" ] || exit 0
trap 'rm -rf --one-file-system "$new" "$new.deb"' EXIT
exit_on_signals

# make_with ARCHITECTURES PACKAGES
make_with() {
    make_debian "$suite" "$new" --mode=root --variant=minbase --aptopt='Acquire::Retries "5"' --architectures="$1" \
        --include="$2"
}

# Without the index there is no signature for the package, so it comes by https.
add_windows_code() {
    # shellcheck disable=SC2016 # for dpkg-query to expand
    version=$(chroot "$new" dpkg-query -W -f '${Version}' libwine:amd64)
    /usr/lib/apt/apt-helper download-file \
        "https://deb.debian.org/debian/pool/main/w/wine/libwine_${version#*:}_i386.deb" "$new.deb" || return 0
    dpkg-deb --fsys-tarfile "$new.deb" | tar -x -C "$new" --no-same-owner ./usr/lib/i386-linux-gnu/wine/i386-windows
    # The package's scripts would have put zlib's library there, as those of the 64-bit package have put it here.
    for library in "$new"/usr/lib/x86_64-linux-gnu/wine/i386-windows/*.dll; do
        [ ! -f "$library" ] || cp "$library" "$new/usr/lib/i386-linux-gnu/wine/i386-windows"
    done
}

if ! make_with amd64,i386 ca-certificates,wine,wine64,wine32:i386; then
    echo "wine32:i386 of Debian $suite could not be fetched" >"$why"
    [ ! -d "$roots/$suite" ] || exit 0
    if ! make_with amd64 ca-certificates,wine,wine64; then
        echo "Debian $suite could not be fetched" >"$why"
        exit 0
    fi
    add_windows_code
fi
rm -rf --one-file-system "${roots:?}/$suite"
mv "$new" "$roots/$suite"
