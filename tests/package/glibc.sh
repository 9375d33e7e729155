# SPDX-License-Identifier: MIT
# glibc.sh TREE: wherever it was built, the Linux side and the command ask for nothing that glibc 2.34 has not, or the
# command has it all in itself; what is preloaded asks for no library at all.
set -eu

tree=$1 newest=GLIBC_2.34
. ./pe.sh

# asked LIBRARY: the versions that ld.so looks for, GLIBC_ABI_... included.
asked() {
    objdump -p "$1" | sed -n '/^Version References/,$ s/^ *0x[0-9a-f]* 0x[0-9a-f]* [0-9]* \(.*\)$/\1/p'
}

for library in "$tree"/lib/wine/*-unix/cycletime_unixlib.so "$tree/bin/cycletime"; do
    if [ "$library" = "$tree/bin/cycletime" ] && ! objdump -p "$library" | grep -q NEEDED; then continue; fi
    versions=$(asked "$library")
    printf '%s\n' "$versions" | grep -qx 'GLIBC_2[.0-9]*' || fail "$library: no version is seen"
    for version in $versions; do
        last=$(printf '%s\n' "$version" $newest | sort -V | tail -n 1)
        case $version in
        GLIBC_[0-9]*) [ "$last" = $newest ] || fail "$library asks for $version" ;;
        *) fail "$library asks for $version" ;;
        esac
    done
done

for library in "$tree"/lib/preload/*/cycletime_preload.so; do
    ! objdump -p "$library" | grep 'NEEDED\|Version References' || fail "$library asks for a library"
done
