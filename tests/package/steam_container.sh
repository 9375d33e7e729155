#!/bin/sh
# SPDX-License-Identifier: MIT
# steam_container.sh FOLDER HOST COMMAND...: runs it in what stands for Steam's container, as root in a mount namespace. The
# machine's /usr/src, of which HOST is a copy, is at /run/host/usr/src in there, and nothing at /usr/src. LD_PRELOAD is
# taken away before any other program begins and handed on entry by entry: one with ${PLATFORM} is looked up outside for
# each word size, and becomes links in FOLDER.
set -eu

preload=${LD_PRELOAD-}
unset LD_PRELOAD
folder=$1 host=$2 inside=
shift 2

# link_for PATH PLATFORM...: where there is such a file.
link_for() {
    file=$1
    [ -f "$file" ] || return 0
    case $file in
    /usr/*) file=/run/host$file ;;
    esac
    shift
    for platform; do
        mkdir -p "$folder/$platform"
        ln -sf "$file" "$folder/$platform/${file##*/}"
    done
}

for entry in $(echo "$preload" | tr : ' '); do
    case $entry in
    *"\${PLATFORM}"*)
        before=${entry%%"\${PLATFORM}"*} after=${entry#*"\${PLATFORM}"}
        link_for "${before}x86_64$after" x86_64 haswell xeon_phi
        link_for "${before}i686$after" i686 i586 i486 i386
        entry="$folder/\${PLATFORM}/${entry##*/}"
        ;;
    esac
    inside=$inside${inside:+:}$entry
done

umount -l /usr/src  # this shell has the library open
for root in "" ${CYCLETIME_WINE_ROOT:+"$CYCLETIME_WINE_ROOT"}; do  # what calls a Wine with another root is outside of it
    mount -t tmpfs run "$root/run"
    mkdir -p "$root/run/host/usr/src"
    mount --bind "$host" "$root/run/host/usr/src"
done

LD_PRELOAD=$inside
export LD_PRELOAD
exec "$@"
