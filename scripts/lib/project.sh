#!/bin/sh
# SPDX-License-Identifier: MIT
# project.sh [--write]: prints each file that names another version or address of cycletime than project() in
# CMakeLists.txt, and fails if there is one. With --write, puts the project's there.
set -eu

cd "$(dirname "$0")/../.."
version=$(sed -n 's/^project(cycletime VERSION \([^ ]*\) .*/\1/p' CMakeLists.txt)
address=$(sed -n 's|.*HOMEPAGE_URL "https://github.com/\([^"]*\)".*|\1|p' CMakeLists.txt)
if [ -z "$version" ] || [ -z "$address" ]; then
    echo "project: CMakeLists.txt names no version or address" >&2
    exit 1
fi
owner=${address%%/*}
files='README.md debian/changelog debian/control docs/ci.md docs/link.md packaging/arch/PKGBUILD contrib/msys2/PKGBUILD
contrib/vcpkg/vcpkg.json'

# put_in FILE: prints it with the version behind names of files, a tag, a variable or a member; with the address of the
# repository, and with the address of its owner.
put_in() {
    sed -E "s/((cycletime(-|_|@v| \()|pkgver=|\"version\": \"))[0-9]+\.[0-9]+\.[0-9]+/\1$version/g
        s,(github\.com/|uses: )[A-Za-z0-9-]+/cycletime,\1$address,g
        s,<[A-Za-z0-9-]+@users\.noreply,<$owner@users.noreply,g" "$1"
}

case ${1-} in
'' | --write) ;;
*) echo "usage: project.sh [--write]" >&2 && exit 2 ;;
esac
work=$(mktemp)
trap 'rm -f "$work"' EXIT
wrong=0
for file in $files; do
    put_in "$file" >"$work"
    ! cmp -s "$file" "$work" || continue
    if [ "${1-}" = --write ]; then cat "$work" >"$file" && continue; fi
    echo "$file: names another version or address than CMakeLists.txt; scripts/update-docs project changes it"
    diff "$file" "$work" || true
    wrong=1
done
exit $wrong
