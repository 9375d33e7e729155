#!/bin/sh
# SPDX-License-Identifier: MIT
# each.sh: scripts/newest_linux as scripts/check runs it: the tests of clocks by each of Linux' clock sources, and 32-bit
# programs on a machine whose own Linux runs none.
set -eu
. scripts/lib/runs_32_bit.sh

status=0
scripts/newest_linux || status=$?
[ "$status" -ne 77 ] || exit 77
for source in hpet acpi_pm; do
    scripts/newest_linux --clocksource "$source" clock || status=1
done
if ! linux_runs_32_bit; then
    ended=0
    scripts/newest_linux --wine --32-bit || ended=$?
    case $ended in
    0) ;;
    77) echo "32-bit        not run: the newest Wine could not be fetched" ;;
    *) status=1 ;;
    esac
fi
exit "$status"
