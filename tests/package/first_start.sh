# SPDX-License-Identifier: MIT
# first_start.sh TREE WORK: if `cycletime run` starts Wine itself, Wine's services run as without cycletime. A prefix that
# was created while cycletime broke Wine's random numbers is recognized.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
x86_64-w64-mingw32-gcc -O1 first_start.c -o "$work/first_start.exe" -ladvapi32 -liphlpapi
# A server of its own, since it matters who starts it.
if [ -f "$WINEPREFIX/system.reg" ]; then cp -a "$WINEPREFIX" "$work/prefix"; fi
export WINEPREFIX="$work/prefix" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=;winemenubuilder.exe=d'
rm -f "$WINEPREFIX/wineserver"
trap 'end_wine' EXIT
trap 'exit 1' HUP INT TERM
failed=0

end_wine() {
    wineserver -k 2>/dev/null || true
    wineserver -w 2>/dev/null || true
}

# start NAME COMMAND...: Wine is started by this command. Its output goes into files NAME and NAME.err.
start() {
    name=$1
    shift
    timeout 300 "$@" "$work/first_start.exe" </dev/null >"$work/$name.raw" 2>"$work/$name.err" || true
    tr -d '\r' <"$work/$name.raw" >"$work/$name"
    end_wine
}

# expect_lines NAME COUNT: so many lines on stderr are cycletime's.
expect_lines() {
    [ "$(grep -c '^cycletime: ' "$work/$1.err")" -ne "$2" ] || return 0
    echo "failed: $1: not $2 lines of cycletime"
    cat "$work/$1.err"
    failed=$((failed + 1))
}

start without wine
start with "$tree/bin/cycletime" run
start without_unixlib env CYCLETIME_UNIXLIB=0 "$tree/bin/cycletime" run
for name in with without_unixlib; do
    diff -u "$work/without" "$work/$name" || { echo "failed: Wine's services, $name"; failed=$((failed + 1)); }
    expect_lines $name 0
done
for line in 'MountMgr 1' 'nsiproxy 1' 'RpcSs 1' 'drives 1' 'adapters 1'; do
    grep -qx "$line" "$work/with" || { echo "failed: no line: $line"; failed=$((failed + 1)); }
done

sed -i 's/^"MachineGuid"=".*"/"MachineGuid"="00000000-8086-4024-8000-000000000000"/' "$WINEPREFIX/system.reg"
grep -q '^"MachineGuid"="00000000-8086' "$WINEPREFIX/system.reg" || failed=$((failed + 1))
start predictable "$tree/bin/cycletime" run
expect_lines predictable 1
grep -q 'MachineGuid is predictable' "$work/predictable.err" || failed=$((failed + 1))
start predictable_quiet "$tree/bin/cycletime" run --quiet
expect_lines predictable_quiet 0
[ "$failed" -eq 0 ]
cat "$work/with"
