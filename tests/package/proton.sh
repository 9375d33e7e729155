# SPDX-License-Identifier: MIT
# proton.sh TREE WORK MACHINE: `cycletime wrap` has the Linux side under a stand-in for Proton's script, by way of a shell
# and Python, without a word of ld.so's.
set -eu

tree=$1 work=$2 machine=$3
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
failed=0
unset CYCLETIME_UNIXLIB WINEDLLPATH LD_PRELOAD

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp -R "$tree" "$place/tree"
cp proton_script.py "$place"
# The machine's own, and not one that somebody has put before it.
python=/usr/bin/python3
[ -x $python ] || python=python3
cycletime=$place/tree/bin/cycletime

fail() {
    echo "failed: $*"
    cat "$work/out" "$work/err"
    failed=$((failed + 1))
}

# reported PATTERN COMMAND...: of what the program says of the Linux side, and nothing of ld.so's.
reported() {
    pattern=$1
    shift
    timeout 300 "$@" </dev/null >"$work/out" 2>"$work/err" || true
    grep -q "^Linux side  $pattern" "$work/out" || fail "$*: not $pattern"
    ! grep 'ld[.]so' "$work/err" || fail "$*: ld.so complains"
}

"$machine-w64-mingw32-gcc" -O1 service.c -o "$place/game.exe"
game=$place/game.exe
# shellcheck disable=SC2016 # for that sh to expand
for version in 9 11; do
    reported active "$cycletime" wrap sh -c 'exec "$@"' sh \
        $python "$place/proton_script.py" $version waitforexitandrun "$game" side
done
# Another tree's Linux side; this one has none.
cp -R "$tree" "$place/other"
cp -R "$tree" "$place/bare"
rm "$place"/bare/lib/wine/*-unix/*
reported active env CYCLETIME_UNIXLIB="$place/other/lib/wine" "$place/bare/bin/cycletime" wrap \
    $python "$place/proton_script.py" 9 run "$game" side

[ "$failed" -eq 0 ]
