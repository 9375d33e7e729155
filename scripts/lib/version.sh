#!/bin/sh
# SPDX-License-Identifier: MIT
# version.sh [--write]: prints each place outside CMakeLists.txt that names another version of cycletime than the project's,
# and fails if there is one. With --write, puts the project's version there.
set -eu

cd "$(dirname "$0")/../.."
version=$(sed -n 's/^project(cycletime VERSION \([^ ]*\) .*/\1/p' CMakeLists.txt)
files='README.md docs/ci.md packaging/arch/PKGBUILD contrib/msys2/PKGBUILD contrib/vcpkg/vcpkg.json'
# Names of files, a tag, a variable, a member.
before='(cycletime(-|_|@v| \()|pkgver=|"version": ")'
number='[0-9]+\.[0-9]+\.[0-9]+'

# shellcheck disable=SC2086 # a list of names
case ${1-} in
'') ;;
--write) sed -i -E "s/$before$number/\1$version/g" $files ;;
*) echo "usage: version.sh [--write]" >&2 && exit 2 ;;
esac

wrong=0
for file in $files; do
    named=$(grep -oE "$before$number" "$file" | grep -oE "$number\$" | sort -u | tr '\n' ' ')
    [ "$named" != "$version " ] || continue
    echo "$file: names version ${named:-"none "}instead of $version; scripts/update-docs version changes it"
    wrong=1
done
exit $wrong
