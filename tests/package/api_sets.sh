# SPDX-License-Identifier: MIT
# api_sets.sh MACHINE TREE: the API-set DLLs are what their .def files say, lead only to what cycletime.dll exports, and
# are nothing else: no code, no imports.
set -eu

machine=$1 tree=$2
. ./pe.sh

cycletime=$(library "$tree")
cycletime_exports=$(exports "$cycletime")
[ -n "$cycletime_exports" ] || fail "$cycletime: the exports cannot be read"

directory=$tree/lib/downlevel/$machine
same 'the API sets' "$(cd ../../def && printf '%s\n' api-ms-*.def | sed 's/def$/dll/')" "$(ls "$directory")"

for definitions in ../../def/api-ms-*.def; do
    set=$(basename "$definitions" .def)
    dll=$directory/$set.dll
    names=$(export_list "$definitions")
    same "$set, names" "$names" "$(exports "$dll")"
    same "$set, forwarders" "$(printf '%s\n' "$names" | sed 's/^/cycletime./')" "$(forwarders "$dll")"
    for name in $names; do
        export_list ../../def/cycletime.def | grep -qx "$name" || fail "$set: $name is not in def/cycletime.def"
        printf '%s\n' "$cycletime_exports" | grep -qx "$name" || fail "$set: cycletime.dll does not export $name"
    done

    same "$set, own name" "$set.dll" "$(headers "$dll" | sed -n 's/^Name[[:blank:]]*[0-9a-f]* //p')"
    same "$set, imports" "" "$(imports "$dll")"
    headers "$dll" | grep -q '^SizeOfCode[[:blank:]]*0*$' || fail "$set: has code"
    headers "$dll" | grep -q '^AddressOfEntryPoint[[:blank:]]*0*$' || fail "$set: has an entry point"
    # Without relocations, it may lie anywhere only if it does not claim that they were taken away.
    headers "$dll" | grep -q 'relocations stripped' && fail "$set: cannot be moved"
done
exit 0
