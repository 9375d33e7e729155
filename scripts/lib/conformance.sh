#!/bin/sh
# SPDX-License-Identifier: MIT
# conformance.sh BUILD OUT: makes cycletime-conformance-VERSION.zip in OUT, the tests that anyone with Windows can run, from
# the target conformance of the presets x86_64 and i686 that are built in BUILD: from both, or from the one that is there.
# Adds it to the checksums in OUT. The same programs always give the same bytes; SOURCE_DATE_EPOCH is the time of every
# file.
set -eu
# shellcheck source=scripts/lib/common.sh
. "$(dirname "$0")/common.sh"

build=$1 out=$2
if [ -z "${SOURCE_DATE_EPOCH-}" ]; then
    echo "conformance: SOURCE_DATE_EPOCH reports no time" >&2
    exit 1
fi
# Names are sorted by bytes; a zip holds local times.
export LC_ALL=C TZ=UTC
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exit_on_signals

name=
for preset in x86_64 i686; do
    [ -f "$build/$preset/tests/wine/functions-static.exe" ] || continue
    name=cycletime-conformance-$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/$preset/CMakeCache.txt")
    cmake --install "$build/$preset" --component conformance --prefix "$work/$name" >/dev/null
done
if [ -z "$name" ]; then
    echo "conformance: $build has no test programs; scripts/build --tests x86_64:conformance makes them" >&2
    exit 1
fi
cd "$work"
chmod -R u=rwX,go=rX "$name"
find "$name" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
find "$name" -type f | sort | zip -q -9 -X -@ "$name.zip"
cd "$OLDPWD"
mkdir -p "$out"
mv "$work/$name.zip" "$out"
(cd "$out" && sha256sum "$name.zip" >>SHA256SUMS)
