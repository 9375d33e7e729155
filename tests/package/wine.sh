# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced, with $machine set.

WINEPREFIX=${WINEPREFIX:-${HOME-}/.wine} # which it is anyway
export WINEPREFIX

# need_wine WORK: skips the test where Wine does not run the machine's programs: it may end silently with 0.
need_wine() {
    "$machine-w64-mingw32-gcc" ../wine/programs/sentinel.c -o "$1/sentinel-$$.exe"
    timeout 300 wine "$1/sentinel-$$.exe" </dev/null >"$1/sentinel-$$.out" 2>/dev/null || true
    if tr -d '\r' <"$1/sentinel-$$.out" | grep -qx sentinel; then
        return
    fi
    if [ "$machine" = i686 ]; then
        echo "skipped: this Wine does not run 32-bit programs"
        exit 77
    fi
    echo "Wine runs no programs" >&2
    exit 1
}

# windows_path PATH: as Windows' programs name it; not every Wine comes with winepath.
windows_path() {
    printf 'Z:%s\n' "$1" | tr / '\\'
}

# answers_42 PROGRAM ARGUMENTS...
answers_42() {
    status=0
    timeout 300 wine "$@" </dev/null || status=$?
    if [ "$status" -ne 42 ]; then
        echo "$1: exit code $status, not 42" >&2
        return 1
    fi
}
