# SPDX-License-Identifier: MIT
# unixlib_messages.sh BUILD TREE WORK: who starts a program without the Linux side gets one message about it, and what to
# do, unless he wants it so or wants to hear nothing.
set -eu

build=$1 tree=$2 work=$3 machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
program=$build/x86_64/tests/wine/sentinel.exe
cycletime=$tree/bin/cycletime
failed=0
unset CYCLETIME_UNIXLIB WINEDLLPATH

# reported PATTERN COMMAND...: PATTERN in one line of ours, empty: no line.
reported() {
    pattern=$1 lines=1 status=0
    shift
    [ -n "$pattern" ] || lines=0
    timeout 300 "$@" </dev/null >"$work/out" 2>"$work/err" || status=$?
    if [ "$status" -eq 0 ] && [ "$(tr -d '\r' <"$work/out")" = sentinel ] \
        && [ "$(grep -c '^cycletime: ' "$work/err")" -eq "$lines" ] && grep -q "$pattern" "$work/err" "$work/out"; then
        return
    fi
    echo "failed: $*: status $status"
    cat "$work/out" "$work/err"
    failed=$((failed + 1))
}

mkdir -p "$work/unloadable/x86_64-windows" "$work/unloadable/x86_64-unix"
cp "$tree/lib/wine/x86_64-windows/cycletime_unixlib.dll" "$work/unloadable/x86_64-windows"
echo 'no library' >"$work/unloadable/x86_64-unix/cycletime_unixlib.so"

reported '' "$cycletime" run "$program"
reported 'no Linux side.*/nowhere/.*cycletime_unixlib.so' env CYCLETIME_UNIXLIB=/nowhere "$cycletime" run "$program"
reported 'no Linux side' env CYCLETIME_UNIXLIB=/nowhere "$cycletime" wrap wine "$program"
reported 'no Linux side' env CYCLETIME_UNIXLIB="$work/unloadable" "$cycletime" run "$program"
reported '' env CYCLETIME_UNIXLIB=/nowhere "$cycletime" run --quiet "$program"
reported '' env CYCLETIME_UNIXLIB=/nowhere "$cycletime" wrap --quiet wine "$program"
for word in 1 on yes; do
    reported '' env CYCLETIME_UNIXLIB="$word" "$cycletime" run "$program"
    CYCLETIME_UNIXLIB=$word "$cycletime" status 2>/dev/null | grep -q '^Linux side  *active' || {
        echo "CYCLETIME_UNIXLIB=$word: not active"
        failed=$((failed + 1))
    }
done
for word in 0 off no; do reported '' env CYCLETIME_UNIXLIB="$word" "$cycletime" run "$program"; done

[ "$failed" -eq 0 ]
