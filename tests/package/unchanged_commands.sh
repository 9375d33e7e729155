# SPDX-License-Identifier: MIT
# unchanged_commands.sh TREE WORK: commands that bin/cycletime runs behave as without it, for themselves and for whoever
# started them; without Wine.
set -eu

python=/usr/bin/python3
[ -x $python ] || python=python3
exec $python -W ignore::ResourceWarning unchanged_commands.py "$1" "$2"
