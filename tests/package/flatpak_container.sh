#!/bin/sh
# SPDX-License-Identifier: MIT
# flatpak_container.sh COMMAND...: runs it in what stands for the Flatpak of Bottles, by flatpak's source and Bottles'
# manifest: processes, /tmp, /dev/shm and /run of its own, of the home one folder, Wine in /app where it is not of /usr's,
# and ld.so's variables and TMPDIR taken away. (What flatpak's --env names is what env in COMMAND names.)
set -eu

unset LD_PRELOAD LD_LIBRARY_PATH TMPDIR
root=${CYCLETIME_WINE_ROOT-}
seen=$HOME/.var/app/com.usebottles.bottles
runtime=/run/user/$(id -u)
drive=$(readlink -f "$WINEPREFIX/drive_c")

for entry in bin sbin lib lib32 lib64 libx32; do
    if [ -L "$root/$entry" ]; then set -- --symlink "$(readlink "$root/$entry")" "/$entry" "$@"
    elif [ -d "$root/$entry" ]; then set -- --ro-bind "$root/$entry" "/$entry" "$@"; fi
done
if [ -z "$root" ]; then
    server=$(readlink -f "$(command -v wineserver)")
    case $server in
    /usr/*) ;;
    *) set -- --ro-bind "${server%/bin/*}" /app "$@" ;;
    esac
fi
exec bwrap --unshare-pid --unshare-ipc --die-with-parent --ro-bind "$root/usr" /usr --ro-bind "$root/etc" /etc \
    --proc /proc --dev /dev --tmpfs /tmp --dir "$runtime" --bind "$seen" "$seen" --bind "$drive" "$drive" \
    --setenv XDG_RUNTIME_DIR "$runtime" --setenv PATH /app/bin:/usr/bin:/bin "$@"
