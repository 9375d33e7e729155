# SPDX-License-Identifier: MIT
# asleep.sh TREE WORK: on a machine that has slept for ten years, which is a time namespace in which Linux' boot time is so
# much ahead, the unbiased interrupt times are without them, where Wine's clocks run on meanwhile.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
years=315360000
case $(wine --version) in
wine-[1-9].* | wine-10.[0-9] | wine-10.[0-9][!0-9]* | wine-10.1[0-6]*)
    echo "skipped: this Wine's clocks stop while the machine sleeps"
    exit 77
    ;;
esac
if ! unshare --time --boottime "$years" true 2>/dev/null; then
    echo "skipped: no time namespace can be made here"
    exit 77
fi
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
x86_64-w64-mingw32-gcc -O1 asleep.c -o "$work/asleep.exe"
export WINEPREFIX="$work/prefix" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=;winemenubuilder.exe=d'
trap 'wineserver -k 2>/dev/null || true; wineserver -w 2>/dev/null || true' EXIT
trap 'exit 1' HUP INT TERM

# A server of its own, since that is who reports the time to programs.
unshare --time --boottime "$years" sh -euc '
    wine wineboot -i >/dev/null 2>&1
    CYCLETIME_UNIXLIB=0 "$1/bin/cycletime" run "$2/asleep.exe" >"$2/without"
    "$1/bin/cycletime" run "$2/asleep.exe" >"$2/with"' sh "$tree" "$work" </dev/null

# expect FILE SECONDS
expect() {
    tr -d '\r' <"$work/$1" >"$work/$1.text"
    printf 'counted\n%s\n%s\n' "$2" "$2" | diff - "$work/$1.text" || { echo "failed: $1 the Linux side"; exit 1; }
}
expect without 0
expect with "$years"
echo "ten years of sleep are left out, and nobody says so without the Linux side"
