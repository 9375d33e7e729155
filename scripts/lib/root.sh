#!/bin/sh
# SPDX-License-Identifier: MIT
# root.sh SUITE ROOTS MIRROR LOG: makes ROOTS/SUITE, a Debian of that name with Wine for 64- and 32-bit programs, unless
# it is there. Run as root in a mount namespace of its own: what it mounts ends with it, however it ends.
# Exit code 77: something could not be fetched, which the last line of LOG names. If that is the 32-bit half of Wine alone,
# the Debian is there without it, as cells without 32-bit Linux code want it, and is completed when this is run again.
set -eu

suite=$1 roots=$2 mirror=$3 log=$4
root=$roots/$suite
new=$root.new
at=$new  # where it stands at this time
PATH=$PATH:/usr/sbin:/sbin
. scripts/lib/patiently.sh

say() {
    echo "root $suite: $*" >&3
}

# not_fetched WHAT
not_fetched() {
    say "$1 could not be fetched"
    echo "$1 could not be fetched from $mirror"
    exit 77
}

bootstrap() {
    debootstrap --arch=amd64 --variant=minbase --include=ca-certificates "$1" "$suite" "$new" "$mirror"
}

fetch_debian() {
    rm -rf --one-file-system "$new"
    bootstrap --make-tarball="$new.tar"
}

make_debian() {
    say "making it in $root, some minutes; the Debian"
    patiently fetch_debian || not_fetched "Debian $suite"
    bootstrap --unpack-tarball="$new.tar"
    rm "$new.tar"
}

inside() {
    env LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive TMPDIR=/tmp chroot "$at" "$@"
}

# enter_debian: from here on its programs are run. They have the machine's proxies and the like, without its hooks, whose
# programs are not in there.
enter_debian() {
    apt-config dump | grep '^Acquire::' >"$at/etc/apt/apt.conf.d/99machine"
    for place in proc sys dev; do mount --rbind "/$place" "$at/$place"; done
}

leave_debian() {
    inside apt-get clean
    rm -rf "$at"/var/lib/apt/lists/* "$at/etc/apt/apt.conf.d/99machine"
    [ "$at" = "$root" ] || mv "$at" "$root"
}

fetch() {
    inside apt-get -q update && inside apt-get -q -y --no-install-recommends --download-only install "$@"
}

install_fetched() {
    inside apt-get -q -y --no-install-recommends --no-download install "$@"
}

has_32_bit() {
    [ -x "$1/usr/lib/wine/wine" ]
}

add_32_bit() {
    inside dpkg --add-architecture i386
    if ! patiently fetch wine32:i386; then
        inside dpkg --remove-architecture i386
        return 1
    fi
    # Half installed it must not be found.
    [ "$at" = "$new" ] || mv "$root" "$new"
    at=$new
    install_fetched wine32:i386
}

download() {
    /usr/lib/apt/apt-helper download-file "$1" "$2"
}

# The new WoW64 needs no more of that half than its Windows code, which is in one package, of the same version as that of 64
# bits. Without the index there is no signature for it, so it comes by https.
fetch_windows_code() {
    # shellcheck disable=SC2016 # for dpkg-query to expand
    version=$(inside dpkg-query -W -f '${Version}' libwine:amd64)
    package=libwine_${version#*:}_i386.deb
    say "fetching $package alone"
    patiently download "https://deb.debian.org/debian/pool/main/w/wine/$package" "$new.deb" || return 1
    if ! dpkg-deb --fsys-tarfile "$new.deb" |
        tar -x -C "$at" --no-same-owner ./usr/lib/i386-linux-gnu/wine/i386-windows; then
        say "$package cannot be unpacked"
        exit 1
    fi
    rm "$new.deb"
}

add_windows_code() {
    [ -d "$at/usr/lib/i386-linux-gnu/wine/i386-windows" ] || fetch_windows_code || return 0
    # Its scripts would have put there what those of the 64-bit package have put here: zlib's library.
    for library in "$at"/usr/lib/x86_64-linux-gnu/wine/i386-windows/*.dll; do
        [ ! -f "$library" ] || cp "$library" "$at/usr/lib/i386-linux-gnu/wine/i386-windows"
    done
}

exec 3>&1 >"$log" 2>&1
# Whoever comes second waits, and finds it.
exec 9>"$root.lock"
flock -n 9 || { say "waiting for who is making it"; flock 9; }
if has_32_bit "$root"; then
    say "there is one, $root"
    exit 0
fi

begin=$(date +%s)
if [ -d "$root" ]; then
    say "completing it"
    at=$root
    enter_debian
else
    make_debian
    enter_debian
    say "its Wine"
    patiently fetch wine wine64 || not_fetched "Wine of Debian $suite"
    install_fetched wine wine64
fi
whole=yes
if ! add_32_bit; then
    whole=
    add_windows_code
fi
leave_debian
[ -n "$whole" ] || not_fetched "wine32:i386 of Debian $suite"
say "made in $(($(date +%s) - begin)) s"
