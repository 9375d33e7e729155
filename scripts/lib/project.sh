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
major=${version%%.*} minor=${version#*.} patch=${version##*.}
minor=${minor%.*}
files='include/cycletime.h README.md debian/changelog debian/control docs/ci.md docs/link.md packaging/arch/PKGBUILD'

# put_in FILE: prints it with the version after names of files, tags, a variable, a member or a macro; with the address of
# the repository, and with the address of its owner.
put_in() {
    sed -E "s/((cycletime(-|_|@v| \()|GIT_TAG v|pkgver=|\"version\": \"))[0-9]+\.[0-9]+\.[0-9]+/\1$version/g
        s/^(#define CYCLETIME_VERSION_MAJOR ).*/\1$major/
        s/^(#define CYCLETIME_VERSION_MINOR ).*/\1$minor/
        s/^(#define CYCLETIME_VERSION_PATCH ).*/\1$patch/
        s/^(#define CYCLETIME_VERSION_STRING ).*/\1\"$version\"/
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
