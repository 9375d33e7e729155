#!/bin/sh
# SPDX-License-Identifier: MIT
# Called through links named wine and wineserver in build/matrix/CONFIGURATION/bin: starts the command of that name of the
# configuration.
set -eu

name=${0##*/}
configuration=${0%/bin/*}
# In the configuration the links would be found again.
export PATH=/usr/bin:/bin
exec unshare --root="$configuration/root" --wd="$(pwd -P)" "/usr/bin/$name" "$@"
