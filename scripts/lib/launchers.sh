#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs real launchers, builds, and runs the test that starts a program by each of them.
set -eu

cd "$(dirname "$0")/../.."
top=$(pwd)
. scripts/lib/wine.sh

scripts/packages test
# The test reports a launcher that is missing.
for purpose in launchers lutris; do
    scripts/packages $purpose || echo "launchers: not all packages for $purpose are there"
done
scripts/cmocka x86_64
scripts/cmocka i686
scripts/build x86_64 host i686:src/all
wine_start "$top/build/prefix"
status=0
ctest --preset host --verbose -R '^package[.]launchers$' >build/launchers.log </dev/null || status=$?
sed 's/^[0-9]*: //' build/launchers.log
exit $status
