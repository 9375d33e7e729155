#!/bin/sh
# SPDX-License-Identifier: MIT
# run_with_output_file.sh PROGRAM ARGUMENTS...: runs a program under Wine. What it prints goes through a file: for the first
# program that needs a desktop Wine starts explorer.exe, which keeps that program's stderr open for as long as any other one
# needs the desktop, and ctest would wait for its end.
set -eu

output=$(mktemp)
trap 'rm -f "$output"' EXIT
trap 'exit 130' INT TERM
status=0
wine "$@" >"$output" 2>&1 || status=$?
cat "$output"
exit "$status"
