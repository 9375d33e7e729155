#!/bin/sh
# SPDX-License-Identifier: MIT
# root.sh SUITE ROOTS MIRROR LOG: makes ROOTS/SUITE, a Debian of that name with Wine for 64- and 32-bit programs, unless
# it is there. Run as root in a mount namespace of its own: what it mounts ends with it, however it ends. Exit code 77:
# something could not be fetched, which the last line of LOG names. If that is the 32-bit half of Wine alone, the Debian
# is there without it, as configurations without 32-bit Linux code want it, and is completed when this is run again.
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

# The packages that wine32 needs and that are here, for 64 bits, in another version than i386's: the files of these, a
# line each.
shared_in_other_versions() {
    inside apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
        --no-enhances wine32:i386 | sed -n 's/^\([^ ]*\):i386$/\1/p' | sort -u >"$new.needed"
    # shellcheck disable=SC2016 # for dpkg-query to expand
    inside dpkg-query -W -f '${Architecture} ${Package} ${Version}\n' | sed -n 's/^amd64 //p' >"$new.here"
    older_index | awk -v needed="$new.needed" -v here="$new.here" '
            BEGIN {
                while ((getline line <needed) > 0) wanted[line]
                while ((getline line <here) > 0) { split(line, field, " "); version[field[1]] = field[2] }
            }
            $1 == "Package:" { name = $2 }
            $1 == "Version:" { other = $2 }
            $1 == "Filename:" && name in wanted && name in version && version[name] != other { print $2 }'
    rm "$new.needed" "$new.here"
}

older_index() {
    /usr/lib/apt/apt-helper cat-file "$at"/var/lib/apt/lists/*_binary-i386_Packages*
}

# A mirror can be half updated for days: the index of i386 is not the one that the signed list names, but an older one.
# That has no signature then, so it has to be what comes by https as well; and what both word sizes share is made as old
# as it is.
fetch_older_32_bit() {
    say "taking i386 as the mirror has it"
    echo "deb [arch=amd64] $mirror $suite main" >"$at/etc/apt/sources.list"
    echo "deb [arch=i386 trusted=yes] $mirror dists/$suite/main/binary-i386/" >"$at/etc/apt/sources.list.d/i386.list"
    inside apt-get -q update || return 1
    patiently download "https://deb.debian.org/debian/dists/$suite/main/binary-i386/Packages.xz" "$new.xz" || return 1
    xz -dc "$new.xz" >"$new.index"
    older_index | cmp - "$new.index" || return 1
    rm "$new.xz" "$new.index"
    mkdir -p "$at/root/older"
    for file in $(shared_in_other_versions); do
        file=${file%_i386.deb}_amd64.deb
        patiently download "https://deb.debian.org/debian/$file" "$at/root/older/${file##*/}" || return 1
    done
    install_older_32_bit --download-only
}

# With --no-download apt refuses files.
install_older_32_bit() {
    inside sh -c 'apt-get -q -y --no-install-recommends --allow-downgrades "$@" install /root/older/*.deb wine32:i386' \
        sh "$@"
}

add_32_bit() {
    inside dpkg --add-architecture i386
    if ! patiently fetch wine32:i386 && ! fetch_older_32_bit; then
        rm -rf "$at/root/older" "$at/etc/apt/sources.list.d/i386.list"
        inside dpkg --remove-architecture i386
        return 1
    fi
    # Half installed it must not be found.
    [ "$at" = "$new" ] || mv "$root" "$new"
    at=$new
    if [ -d "$at/root/older" ]; then
        install_older_32_bit
    else
        install_fetched wine32:i386
    fi || not_fetched "Wine of Debian $suite, whole"
    rm -rf "$at/root/older" "$at/etc/apt/sources.list.d/i386.list"
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
