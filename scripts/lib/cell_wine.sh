#!/bin/sh
# SPDX-License-Identifier: MIT
# Called through links named wine and wineserver in build/matrix/CELL/bin: starts the command of that name of the cell.
set -eu

name=${0##*/}
cell=${0%/bin/*}
# In the cell the links would be found again.
export PATH=/usr/bin:/bin
exec unshare --root="$cell/root" --wd="$(pwd -P)" "/usr/bin/$name" "$@"
