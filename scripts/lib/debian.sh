# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# Sourced after scripts/lib/common.sh, in a mount namespace of its own.

# put_together DEBIAN ROOT: in ROOT, of the Debian what Wine needs, not to be written to, the machine's own /proc, /sys and
# /dev, and else empty folders: the checkout may lie below /var, /home or a folder that only this machine has.
put_together() {
    mkdir -p "$2"
    mount -t tmpfs -o mode=755 configuration "$2"
    for entry in "$1"/*; do
        copy=$2/${entry##*/}
        if [ -L "$entry" ]; then
            cp -P "$entry" "$copy"
            continue
        fi
        mkdir "$copy"
        case ${entry##*/} in
        etc | usr)
            mount --bind "$entry" "$copy"
            mount -o remount,bind,ro "$copy"
            ;;
        dev | proc | sys) mount --rbind "/${entry##*/}" "$copy" ;;
        esac
    done
}

# hide_32_bit ROOT: its Wine is then one without a 32-bit half. Debian's command wine would else start that loader, whether
# this Linux can or not.
hide_32_bit() {
    mkdir "$1/no-folder"
    : >"$1/no-program"
    for program in wine wineserver32; do
        [ ! -e "$1/usr/lib/wine/$program" ] || mount --bind "$1/no-program" "$1/usr/lib/wine/$program"
    done
    [ ! -d "$1/usr/lib/i386-linux-gnu/wine" ] || mount --bind "$1/no-folder" "$1/usr/lib/i386-linux-gnu/wine"
}

# show_32_bit ROOT: undoes hide_32_bit.
show_32_bit() {
    for place in wine/wine wine/wineserver32 i386-linux-gnu/wine; do umount "$1/usr/lib/$place" 2>/dev/null || true; done
    rm -rf "$1/no-folder" "$1/no-program"
}

# machines_of ROOT: sets $machines to the machines whose Windows programs its Wine runs here. Not every Debian has a Wine
# for 32-bit programs, and not every Linux runs that.
machines_of() {
    machines='x86_64 i686' lack=
    [ -x "$1/usr/lib/wine/wine" ] || lack='this Debian has no Wine for 32-bit programs'
    linux_runs_32_bit || lack=$no_32_bit
    if [ -n "$lack" ]; then
        machines=x86_64
        hide_32_bit "$1"
        echo "i686          not run: $lack"
    fi
}
