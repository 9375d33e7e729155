# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced, with $machine set: where the library is, and what the tables of a PE file hold.

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# library TREE: where its cycletime.dll is.
library() {
    case $machine in
    i686) echo "$1/lib/wine/i386-windows/cycletime.dll" ;;
    *) echo "$1/lib/wine/$machine-windows/cycletime.dll" ;;
    esac
}

headers() {
    "$machine-w64-mingw32-objdump" -p "$1"
}

# imports FILE: a line "dll function" for each.
imports() {
    headers "$1" | awk '
        /^\tDLL Name: / { dll = tolower($3) }
        /^\t[0-9a-f]+[ \t]/ && dll != "" { print dll, $NF }
        /export table/ { exit }'
}

# exports FILE: the names.
exports() {
    headers "$1" | awk '
        /^\[Ordinal\/Name Pointer\] Table/ { names = 1; next }
        names && /^$/ { exit }
        names && /^\t\[/ { print $NF }'
}

# forwarders FILE: where each of the exports that lead to another DLL leads.
forwarders() {
    headers "$1" | sed -n 's/.* Forwarder RVA -- //p'
}

# export_list FILE: the names that a .def lists.
export_list() {
    sed -n '/^EXPORTS/,$ s/^\([A-Za-z0-9]\{1,\}\).*/\1/p' "$1" | grep -vx EXPORTS
}

# same WHAT EXPECTED FOUND
same() {
    [ "$2" = "$3" ] || fail "$1: expected:
$2
found:
$3"
}
