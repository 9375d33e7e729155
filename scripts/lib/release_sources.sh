#!/bin/sh
# SPDX-License-Identifier: MIT
# release_sources.sh URL FOLDER: adds to the packages in FOLDER the archive of the commit's sources, and the recipe with
# which Arch builds it, from the release of the repository at URL; and makes FOLDER/SHA256SUMS anew.
set -eu

cd "$(dirname "$0")/../.."
url=${1:?usage: release_sources.sh URL FOLDER}
folder=${2:?usage: release_sources.sh URL FOLDER}
version=$(sed -n 's/^project(cycletime VERSION \([^ ]*\) .*/\1/p' CMakeLists.txt)
archive=cycletime-$version.tar.gz

git archive --prefix="cycletime-$version/" -o "$folder/$archive" HEAD
sum=$(sha256sum "$folder/$archive" | cut -d' ' -f1)
sed "s|^url=.*|url=$url|; s|^sha256sums=.*|sha256sums=($sum)|; /^# A release has/,/^#   git archive/d" \
    packaging/arch/PKGBUILD >"$folder/PKGBUILD"
(cd "$folder" && rm -f SHA256SUMS && sha256sum -- * >../SHA256SUMS.new && mv ../SHA256SUMS.new SHA256SUMS && cat SHA256SUMS)
