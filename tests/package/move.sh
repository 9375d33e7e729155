# SPDX-License-Identifier: MIT
# move.sh BUILD WORK TREE: installs what is built, and moves it to TREE.
set -eu

build=$1 work=$2 tree=$3
rm -rf "$work"
for preset in x86_64 i686 host; do
    cmake --install "$build/$preset" --prefix "$work/installed"
done
mv "$work/installed" "$tree"
