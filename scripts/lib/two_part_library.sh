#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# two_part_library.sh FOLDER: what packaging/arch/PKGBUILD builds and packages is then in FOLDER/two-part-library. Its
# functions are called as Arch's makepkg calls them, with the flags that the system of 2025 has.
set -euo pipefail

cd "$(dirname "$0")/../.."
srcdir=$1/two-part-library.build pkgdir=$1/two-part-library
rm -rf "$srcdir" "$pkgdir"
mkdir -p "$srcdir"
. packaging/arch/PKGBUILD
ln -s "$PWD" "$srcdir/$pkgname-$pkgver"
CFLAGS='-march=x86-64 -mtune=generic -O2 -pipe -fno-plt -fexceptions -Wp,-D_FORTIFY_SOURCE=3 -Wformat '
CFLAGS+='-Werror=format-security -fstack-clash-protection -fcf-protection -fno-omit-frame-pointer '
CFLAGS+='-mno-omit-leaf-frame-pointer -flto=auto'
LDFLAGS='-Wl,-O1 -Wl,--sort-common -Wl,--as-needed -Wl,-z,relro -Wl,-z,now -Wl,-z,pack-relative-relocs -flto=auto'
export CFLAGS LDFLAGS
cd "$srcdir"
for step in build package; do $step; done >"$pkgdir.log" 2>&1
