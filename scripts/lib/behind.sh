#!/bin/sh
# SPDX-License-Identifier: MIT
# behind.sh COMMAND...: runs COMMAND with less of the processors than what runs beside it, if that wants them too.
set -eu

# Where Linux shares them between sessions first, nice is about the own one only.
{ echo 5 >/proc/self/autogroup; } 2>/dev/null || true
exec nice -n 5 "$@"
