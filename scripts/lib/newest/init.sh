#!/bin/busybox sh
# SPDX-License-Identifier: MIT
# The first process of the machine: runs /in/run and says how it ended. The first file system of Linux cannot be made
# read-only, as some tests want it, so everything moves to another one before.
set -e
if [ ! -d /first ]; then
    /bin/busybox mkdir -p /busybox /new
    /bin/busybox --install -s /busybox
    export PATH=/busybox
    mount -t tmpfs -o size=90% root /new
    for entry in /*; do
        [ "$entry" = /new ] || cp -a "$entry" /new
    done
    mkdir -p /new/dev /new/proc /new/sys /new/tmp /new/mnt /new/first
    chmod 1777 /new/tmp
    exec switch_root /new /init
fi
# Wine's files bring the real ones of some.
export PATH=/usr/bin:/busybox HOME=/root LC_ALL=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm
mount -t tmpfs shm /dev/shm
exec </dev/null >/dev/ttyS1 2>&1
stty -opost </dev/ttyS1
set +e
sh /in/run
echo "ended with $?"
poweroff -f
