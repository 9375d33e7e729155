#!/bin/sh
# SPDX-License-Identifier: MIT
# code_alone.sh OBJCOPY OBJDUMP OBJECT CODE: the instructions of an object file, which must need nothing else: no data, and
# nothing that a linker would fill in.
set -eu

objcopy=$1 objdump=$2 object=$3 code=$4
if [ -n "$("$objdump" -r -j .text "$object" | grep R_ || true)" ] \
    || "$objdump" -h "$object" | awk '$2 ~ /^\.(ro)?data|^\.bss/ && $3 !~ /^0+$/ { found = 1 } END { exit !found }'; then
    echo "$object: is not code alone" >&2
    exit 1
fi
"$objcopy" -O binary -j .text "$object" "$code"
# The preload library has a half of CODE in src/inject/preload/inject.c for each of two such files.
if [ "$(wc -c <"$code")" -gt 2048 ]; then
    echo "$object: is longer than its place" >&2
    exit 1
fi
