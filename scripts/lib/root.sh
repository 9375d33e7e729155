#!/bin/sh
# SPDX-License-Identifier: MIT
# root.sh SUITE ROOTS MIRROR LOG: makes ROOTS/SUITE, a Debian of that name with Wine for 64- and 32-bit programs, unless
# it is there. Run as root in a mount namespace of its own: what it mounts ends with it, however it ends.
set -eu

suite=$1 roots=$2 mirror=$3 log=$4
root=$roots/$suite
new=$root.new
PATH=$PATH:/usr/sbin:/sbin

say() {
    echo "root $suite: $*" >&3
}

exec 3>&1 >"$log" 2>&1
# Whoever comes second waits, and finds it.
exec 9>"$root.lock"
flock -n 9 || { say "waiting for who is making it"; flock 9; }
if [ -d "$root" ]; then
    say "there is one, $root"
    exit 0
fi

begin=$(date +%s)
say "making it in $root, some minutes; the Debian"
rm -rf --one-file-system "$new"
debootstrap --arch=amd64 --variant=minbase --include=ca-certificates "$suite" "$new" "$mirror"

say "its Wine"
# The machine's proxies and the like, without its hooks, whose programs are not in there.
apt-config dump | grep '^Acquire::' >"$new/etc/apt/apt.conf.d/99machine"
mount --rbind /proc "$new/proc"
mount --rbind /sys "$new/sys"
mount --rbind /dev "$new/dev"
env LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive TMPDIR=/tmp chroot "$new" sh -euc '
    dpkg --add-architecture i386
    apt-get -q update
    apt-get -q -y --no-install-recommends install wine wine64 wine32:i386
    apt-get clean
    rm -rf /var/lib/apt/lists/* /etc/apt/apt.conf.d/99machine'

mv "$new" "$root"
say "made in $(($(date +%s) - begin)) s"
