#!/bin/sh
# SPDX-License-Identifier: MIT
# deb.sh TREE OUT: makes Debian's packages of the install tree TREE in OUT, and adds them to the checksums there. The same
# tree always gives the same bytes; SOURCE_DATE_EPOCH is the time of every file.
set -eu
# shellcheck source=scripts/lib/common.sh
. "$(dirname "$0")/common.sh"

tree=$(realpath -- "$1") out=$2
debian=$(cd "$(dirname "$0")/../../debian" && pwd)
if [ -z "${SOURCE_DATE_EPOCH-}" ]; then
    echo "deb: SOURCE_DATE_EPOCH is no time" >&2
    exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exit_on_signals
mkdir "$work/source"
cp -R "$debian" "$work/source"
# A path without blanks, for make.
ln -s "$tree" "$work/tree"
if ! (cd "$work/source" && CYCLETIME_TREE=$work/tree dpkg-buildpackage -d -us -uc -b) >"$work/log" 2>&1; then
    cat "$work/log" >&2
    exit 1
fi
mkdir -p "$out"
mv "$work"/*.deb "$out"
(cd "$out" && sha256sum cycletime*.deb >>SHA256SUMS)
