#!/bin/sh
# SPDX-License-Identifier: MIT
# steam_container.sh TOKEN FOLDER HOST HIDDEN COMMAND...: runs it in what stands for Steam's container, by pressure-vessel's
# source. The machine's /usr/src, of which HOST is a copy, is at /run/host/usr/src in there, and nothing at /usr/src; of the
# folder HIDDEN there is what PRESSURE_VESSEL_FILESYSTEMS_RO names. LD_PRELOAD is taken away before any other program
# begins, and handed on entry by entry: one with ${PLATFORM} is looked up outside for each word size, and that of Steam's
# overlay has the word size that its folder reports. They become links in FOLDER, and entries with TOKEN, PLATFORM or LIB.
set -eu

preload=${LD_PRELOAD-}
unset LD_PRELOAD
token=$1 folder=$2 host=$3 hidden=$4 inside=
shift 4

case $token in
LIB) of_64=lib/x86_64-linux-gnu of_32=lib/i386-linux-gnu ;;
*) of_64='x86_64 haswell xeon_phi' of_32='i686 i586 i486 i386' ;;
esac

# link_for PATH FOLDER...: where there is such a file.
link_for() {
    file=$1
    [ -f "$file" ] || return 0
    case $file in
    /usr/*) file=/run/host$file ;;
    esac
    shift
    for each; do
        mkdir -p "$folder/$each"
        ln -sf "$file" "$folder/$each/${file##*/}"
    done
}

# shellcheck disable=SC2086 # lists of words
for entry in $(echo "$preload" | tr : ' '); do
    link="$folder/\${$token}/${entry##*/}"
    case $entry in
    *"\${PLATFORM}"*)
        before=${entry%%"\${PLATFORM}"*} after=${entry#*"\${PLATFORM}"}
        link_for "${before}x86_64$after" $of_64
        link_for "${before}i686$after" $of_32
        ;;
    */ubuntu12_64/gameoverlayrenderer.so) link_for "$entry" $of_64 ;;
    */ubuntu12_32/gameoverlayrenderer.so) link_for "$entry" $of_32 ;;
    *) link=$entry ;;
    esac
    case :$inside: in
    *":$link:"*) ;;
    *) inside=$inside${inside:+:}$link ;;
    esac
done

# What calls a Wine with another root is outside of that. What is laid over something comes behind it.
for root in "" ${CYCLETIME_WINE_ROOT:+"$CYCLETIME_WINE_ROOT"}; do
    IFS=:
    for share in ${PRESSURE_VESSEL_FILESYSTEMS_RO-}; do
        if [ -L "$share" ]; then set -- --symlink "$(readlink "$share")" "$root$share" "$@"
        else set -- --ro-bind "$share" "$root$share" "$@"; fi
    done
    unset IFS
    set -- --tmpfs "$root/run" --ro-bind "$host" "$root/run/host/usr/src" --tmpfs "$root$hidden" "$@"
done
capabilities='--cap-add ALL'
[ "$(id -u)" -eq 0 ] || capabilities=
# shellcheck disable=SC2086 # a list of words
exec bwrap $capabilities --dev-bind / / --tmpfs /usr/src --setenv LD_PRELOAD "$inside" "$@"
