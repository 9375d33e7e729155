# SPDX-License-Identifier: MIT
# api_sets_run.sh MACHINE TREE WORK VERSION: under Wine each export of the API-set DLLs is cycletime.dll's function.
set -eu

machine=$1 tree=$2 work=$3 version=$4
. ./pe.sh
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"

cp "$tree/lib/downlevel/$machine"/*.dll "$work"
cp "$(library "$tree")" "$work"
"$machine-w64-mingw32-gcc" -municode -Wall -Wextra -Werror forward.c -o "$work/forward.exe" -lversion

for definitions in ../../def/api-ms-*.def; do
    # shellcheck disable=SC2046 # a list of words
    answers_42 "$work/forward.exe" "$version" "$work/$(basename "$definitions" .def).dll" $(export_list "$definitions")
done
