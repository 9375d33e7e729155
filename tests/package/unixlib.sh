# SPDX-License-Identifier: MIT
# unixlib.sh TREE WORK: `cycletime status` says whether the Linux side is active and, if not, why; without it, or
# with one that cannot be used, everything is answered all the same, and nothing is said on the screen.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
failed=0
# From 11.2 on Wine is asked for the library itself, and reports about one that it cannot load what it reports about none.
case $(wine --version) in
wine-[89]* | wine-10* | wine-11.0* | wine-11.1 | wine-11.1[!0-9]*) unusable='not loaded' ;;
*) unusable='not found' ;;
esac

# expect NAME PATTERN COMMAND...: the line of the status, the same answers as ever, and an empty stderr.
expect() {
    name=$1 pattern=$2
    shift 2
    status=0
    # Wine's own lines, which it prints for what it does not know, are to be seen here; one of Wine 11's holds
    # ProcessCycleTime. On a busy machine a step may take longer than the status looks.
    timeout 300 env WINEDEBUG= "$@" status >"$work/out" 2>"$work/err" </dev/null || status=$?
    if [ "$status" -ne 0 ] || ! grep -q "^Linux side  $pattern" "$work/out" \
        || ! grep -q '^thread times .* \(in steps of\|unchanged while measured\)' "$work/out" \
        || grep '[Uu]nix\|cycletime\|fixme:virtual' "$work/err"; then
        echo "failed: $name: status $status; stdout and stderr:"
        cat "$work/out" "$work/err"
        failed=$((failed + 1))
    fi
}

# broken NAME: a copy of the tree, whose Linux side is about to be spoilt.
broken() {
    cp -r "$tree" "$work/$1"
    so=$work/$1/lib/wine/x86_64-unix/cycletime_unixlib.so
    rm "$so"
}

# Of another version: it reports so, and whatever else it is asked is fatal.
old_library() {
    cat >"$work/old.c" <<'END'
#include <stdint.h>
#include <stdlib.h>
static int32_t report_version(void *version) { *(uint32_t *)version = 0; return 0; }
static int32_t die(void *arguments) { (void)arguments; abort(); }
#define EXPORTED __attribute__((visibility("default")))
EXPORTED int32_t (*const __wine_unix_call_funcs[])(void *) = {
    report_version, die, die, die, die, die, die, die, die, die
};
EXPORTED int32_t (*const __wine_unix_call_wow64_funcs[])(void *) = {
    report_version, die, die, die, die, die, die, die, die, die };
END
    gcc -shared -fPIC "$work/old.c" -o "$1"
}

expect 'as installed' active "$tree/bin/cycletime"
expect 'CYCLETIME_UNIXLIB=0' 'off' env CYCLETIME_UNIXLIB=0 "$tree/bin/cycletime"
expect 'another tree is named' active env CYCLETIME_UNIXLIB="$tree/lib/wine" "$tree/bin/cycletime"
expect 'nothing is where CYCLETIME_UNIXLIB says' 'not found' env CYCLETIME_UNIXLIB=/nowhere "$tree/bin/cycletime"
expect 'the user has a WINEDLLPATH' active env WINEDLLPATH=/nowhere "$tree/bin/cycletime"

# A program that may write nowhere: not where Linux' programs share memory, not in /tmp, not where it stands.
cat >"$work/read_only.sh" <<'END'
set -eu
for place in /dev/shm /tmp "$1"; do
    mount --rbind "$place" "$place"
    mount -o remount,bind,ro "$place"
done
cd "$1"
if (: >/dev/shm/cycletime-test) 2>/dev/null; then exit 1; fi
shift
exec "$@"
END
if unshare --mount true 2>/dev/null; then
    mkdir -p "$work/stand"
    expect 'nothing can be written' active unshare --mount sh "$work/read_only.sh" "$work/stand" "$tree/bin/cycletime"
fi

broken missing
expect 'no library' "$unusable" "$work/missing/bin/cycletime"
broken text
echo text >"$so"
expect 'a library that is none' "$unusable" "$work/text/bin/cycletime"
broken old
old_library "$so"
expect 'a library of another version' 'refused' "$work/old/bin/cycletime"
if [ -f "$tree/lib/wine/i386-unix/cycletime_unixlib.so" ]; then
    broken other
    cp "$tree/lib/wine/i386-unix/cycletime_unixlib.so" "$so"
    expect 'a library for the other word size' "$unusable" "$work/other/bin/cycletime"
fi
broken stub_dll
rm "$work/stub_dll/lib/wine/x86_64-windows/cycletime_unixlib.dll"
expect 'no stub DLL' 'not \(found\|loaded\)' "$work/stub_dll/bin/cycletime"

"$tree/bin/cycletime" bench >"$work/out" 2>/dev/null || failed=$((failed + 1))
grep -q '^QueryThreadCycleTime, own thread .* rdtsc ' "$work/out" || { cat "$work/out"; failed=$((failed + 1)); }
[ "$failed" -eq 0 ]
