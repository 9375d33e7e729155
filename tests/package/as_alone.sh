# SPDX-License-Identifier: MIT
# as_alone.sh TREE WORK: what bin/cycletime runs is what it is alone, to itself and to who started it; without Wine.
set -eu

python=/usr/bin/python3
[ -x $python ] || python=python3
exec $python -W ignore::ResourceWarning as_alone.py "$1" "$2"
