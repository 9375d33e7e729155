#!/bin/sh
# SPDX-License-Identifier: MIT
# once.sh: runs those tests of what was built for Windows and of the installed tree in which no Wine takes part, and
# writes their line to build/matrix/once/result. What they build, tests in the configurations run. Run in a mount
# namespace of its own.
set -eu

cd "$(dirname "$0")/../.."
top=$(pwd -P)
work=$top/build/matrix/once
. scripts/lib/tests.sh
. scripts/lib/own_copy.sh

begin=$(date +%s)
for preset in x86_64 i686 host; do
    own_copy "build/$preset" "build/$preset" "$work/$preset"
done
for preset in x86_64 i686 host; do
    run_tests "$preset" "$work/$preset.xml" "$(nproc)" --label-exclude '^wine$'
done

count_all
print_outcomes
write_line once 'without Wine' "$begin" >"$work/result"
have_passed
