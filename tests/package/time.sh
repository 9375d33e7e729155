# SPDX-License-Identifier: MIT
# time.sh TREE WORK MACHINE: `cycletime time` reports about each Windows process that ran what GetProcessTimes reported
# about it.
set -eu

tree=$1 work=$2 machine=$3
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
"$machine-w64-mingw32-gcc" -O1 -municode timed.c -o "$work/timed.exe"
python=/usr/bin/python3
[ -x $python ] || python=python3
exec $python time.py "$tree" "$work"
