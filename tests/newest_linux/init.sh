#!/bin/busybox sh
# SPDX-License-Identifier: MIT
# shellcheck shell=dash
# The first process of the machine: runs /in/run and says how it ended. The first file system of Linux cannot be made
# read-only, as some of the native tests want it, so all that these need moves to another one before.
set -e
export PATH=/busybox
if [ ! -d /busybox ]; then
    /bin/busybox mkdir /busybox
    /bin/busybox --install -s /busybox
fi
if [ ! -d /new ] && [ ! -d /root/prefix ]; then
    mkdir /new
    mount -t tmpfs -o size=90% root /new
    for entry in /*; do
        [ "$entry" = /new ] || cp -a "$entry" /new
    done
    mkdir -p /new/new /new/dev /new/proc /new/sys /new/tmp /new/mnt
    chmod 1777 /new/tmp
    exec switch_root /new /init
fi
# Wine's files bring the real ones of some; sid's package has wineserver beside Wine's libraries only.
export PATH=/usr/bin:/busybox:/usr/lib/x86_64-linux-gnu/wine HOME=/root LC_ALL=C.UTF-8
mkdir -p /dev /proc /sys /tmp
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm
mount -t tmpfs shm /dev/shm
exec </dev/null >/dev/ttyS1 2>&1
stty -opost </dev/ttyS1
set +e
# Linux takes another one where it does not have that.
read -r clocksource <"/sys/devices/system/clocksource/clocksource0/current_clocksource"
if [ "$clocksource" = "$(cat /in/clocksource)" ]; then
    sh /in/run
else
    echo "Linux keeps time by $clocksource"
    false
fi
echo "ended with $?"
poweroff -f
