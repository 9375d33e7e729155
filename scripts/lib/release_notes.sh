#!/bin/sh
# SPDX-License-Identifier: MIT
# release_notes.sh VERSION: prints VERSION's section of CHANGELOG.md. Fails unless the project is of that version and the
# section has a date.
set -eu

cd "$(dirname "$0")/../.."
version=${1:?usage: release_notes.sh VERSION}
if ! grep -q "^project(cycletime VERSION $version " CMakeLists.txt; then
    echo "release_notes: CMakeLists.txt is not of version $version" >&2
    exit 1
fi
if ! grep -qE "^## $version - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md; then
    echo "release_notes: CHANGELOG.md has no section \"## $version - DATE\"" >&2
    exit 1
fi
awk -v begin="## $version - " '
    /^## / { is_in = index($0, begin) == 1; next }
    is_in && (!/^$/ || has_begun) { has_begun = 1; print }' CHANGELOG.md
