# SPDX-License-Identifier: MIT
# bitness.sh BUILD TREE WORK: children of the other word size are hooked, and are else what they are without.
set -eu

build=$1 tree=$2 work=$3 machine=i686
. ./wine.sh
failed=0
# What is said of the Linux side is no matter here.
CYCLETIME_UNIXLIB=0
export CYCLETIME_UNIXLIB

rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
cp "$build/x86_64/tests/wine/family.exe" "$work/family64.exe"
cp "$build/i686/tests/wine/family.exe" "$work/family32.exe"
# Others come and go meanwhile, whose DLLs take the places of theirs. No 32-bit ones: they would keep them.
x86_64-w64-mingw32-gcc load_and_free.c -o "$work/load_and_free.exe"
directory=$(windows_path "$work")
# What "wine" starts may not be the program but one that waits for it, so a file ends them.
: >"$work/others"
trap 'rm -f "$work/others"; wait' EXIT
for _ in 1 2; do wine "$work/load_and_free.exe" "$directory\\others" >/dev/null 2>&1 </dev/null & done
cd "$work"
REPORT="$directory\\report"
export REPORT

# run OUT COMMAND...: the exit code stands in OUT too. Wine may write to stderr, we say only what is expected.
run() {
    out=$1 status=0
    shift
    rm -f report
    timeout 300 "$@" </dev/null >"$out.raw" 2>err || status=$?
    { tr -d '\r' <"$out.raw" && echo "exit code $status" && { grep -a '^cycletime: ' err || true; }; } >"$out"
}

differ() {
    echo "failed: $1"
    diff expected launched || true
    failed=$((failed + 1))
}

# descend FIRST OPTIONS PROGRAMS: what they print is to be the same as stdin's.
descend() {
    cat >expected
    # shellcheck disable=SC2086 # words
    run launched "$tree/bin/cycletime" run $2 "family$1.exe" "${what:-descend}" $3
    sed '/services already run without/d' launched >named && mv named launched
    cmp -s expected launched || differ "descend $*"
}

# same PARENT CHILD HOOKED ARGUMENTS: alone and under cycletime, but for that many words. Under Wine Staging a process that
# finds no event \__wine_staging_warn_event creates it, and so has one handle more, alone and under cycletime; so handles
# are counted up to three times.
same() {
    attempts=1
    [ "$4" != handles ] || attempts=3
    until same_once "$@"; do
        attempts=$((attempts - 1))
        if [ "$attempts" -eq 0 ]; then
            differ "$*"
            return
        fi
    done
    [ "$found" -eq "$3" ] || { echo "failed: $*: $found are hooked, not $3" && failed=$((failed + 1)); }
}

same_once() {
    parent=$1
    CHILD="$directory\\family$2.exe"
    export CHILD
    # shellcheck disable=SC2086 # words
    run expected wine "family$parent.exe" $4
    # shellcheck disable=SC2086 # words
    run launched "$tree/bin/cycletime" run "family$parent.exe" $4
    unset CHILD
    found=$(grep -ao hooked launched | wc -l)
    sed 's/hooked/plain/g' launched >plain && mv plain launched
    cmp -s expected launched
}

ended='the child ends with 0x0'
descend 64 --verbose 'family32.exe family64.exe' <<END
64-bit: hooked
32-bit: hooked
64-bit: hooked
$ended
$ended
exit code 0
END
descend 32 --verbose 'family64.exe family32.exe' <<END
32-bit: hooked
64-bit: hooked
32-bit: hooked
$ended
$ended
exit code 0
END
descend 64 --no-children 'family32.exe' <<END
64-bit: hooked
32-bit: plain
$ended
exit code 0
END
# The clocks that are asked for need the Linux side.
what=descend-clocks
CYCLETIME_UNIXLIB=
for pair in '64 32' '32 64'; do
    # shellcheck disable=SC2086 # two words
    set -- $pair
    descend "$1" --fast-clock "family$2.exe family$1.exe" <<END
$1-bit: another's clocks
$2-bit: another's clocks
$1-bit: another's clocks
$ended
$ended
exit code 0
END
    descend "$1" -- "family$2.exe" <<END
$1-bit: the system's clocks
$2-bit: the system's clocks
$ended
exit code 0
END
done
unset what
CYCLETIME_UNIXLIB=0

for pair in '64 32' '32 64'; do
    # shellcheck disable=SC2086 # two words
    set -- $pair
    same "$1" "$2" 2 'chain 1'
    same "$1" "$2" 1 suspended
    same "$1" "$2" 0 unresumed
    same "$1" "$2" 1 'debug 0x1 0'
    same "$1" "$2" 1 'debug 0x2 0'
    same "$1" "$2" 0 streams
    same "$1" "$2" 2 handles
    same "$1" "$2" 0 leak
    same "$1" "$2" 1 'environment wide'
    same "$1" "$2" 1 'flags 0x8 1'
    same "$1" "$2" 1 'call CreateProcessA'
    same "$1" "$2" 1 'call CreateProcessAsUserW'
    same "$1" "$2" 1 'call WinExec'
done

[ "$failed" -eq 0 ]
