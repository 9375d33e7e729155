# SPDX-License-Identifier: MIT
# on_machine.sh FOLDER COMMAND...: runs it on the machine of that folder.
set -eu

. ./cpuidle.sh
. ./machine.sh
lay_over_machine "$1"
shift
exec "$@"
