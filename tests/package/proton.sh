# SPDX-License-Identifier: MIT
# proton.sh TREE WORK MACHINE: `cycletime wrap` has the Linux side under stand-ins for Proton's script and Steam's
# container, by way of a shell and Python, without a word of ld.so's.
set -eu

tree=$1 work=$2 machine=$3
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
failed=0
unset CYCLETIME_HOST WINEDLLPATH LD_PRELOAD

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp -R "$tree" "$place/tree"
cp proton_script.py steam_container.sh "$place"
# The machine's own, and not one that somebody has put before it.
python=/usr/bin/python3
[ -x $python ] || python=python3
cycletime=$place/tree/bin/cycletime

fail() {
    echo "failed: $*"
    cat "$work/out" "$work/err"
    failed=$((failed + 1))
}

# told PATTERN COMMAND...: of what the program says of the Linux side, and nothing of ld.so's.
told() {
    pattern=$1
    shift
    timeout 60 "$@" </dev/null >"$work/out" 2>"$work/err" || true
    grep -q "^Linux side  $pattern" "$work/out" || fail "$*: not $pattern"
    ! grep 'ld[.]so' "$work/err" || fail "$*: ld.so complains"
}

"$machine-w64-mingw32-gcc" -O1 service.c -o "$place/game.exe"
game=$place/game.exe
# shellcheck disable=SC2016 # for that sh to expand
for version in 9 11; do
    told active "$cycletime" wrap sh -c 'exec "$@"' sh \
        $python "$place/proton_script.py" $version waitforexitandrun "$game" side
done
# Another tree's Linux side; this one has none.
cp -R "$tree" "$place/other"
cp -R "$tree" "$place/bare"
rm "$place"/bare/lib/wine/*-unix/*
told active env CYCLETIME_HOST="$place/other/lib/wine" "$place/bare/bin/cycletime" wrap \
    $python "$place/proton_script.py" 9 run "$game" side

# Where the tree's path is none that ld.so takes.
cp -R "$tree" "$place/a tree"
told active "$place/a tree/bin/cycletime" run $python "$place/proton_script.py" 9 run "$game" side

# The prefix once more, with a server of its own: it opens files by the names that they have where it is itself.
own_prefix() {
    prefix=${WINEPREFIX:-$HOME/.wine}
    mkdir "$place/prefix"
    cp "$prefix"/*.reg "$prefix/.update-timestamp" "$place/prefix"
    cp -R "$prefix/dosdevices" "$place/prefix"
    ln -s "$prefix/drive_c" "$place/prefix/drive_c"
    WINEPREFIX=$place/prefix
    export WINEPREFIX
}

leave_prefix() {
    wineserver -k >/dev/null 2>&1 || true
    wineserver -w >/dev/null 2>&1 || true
}

# From the machine's /usr into the container, where that is elsewhere.
if unshare --mount true 2>/dev/null; then
    own_prefix
    trap 'leave_prefix; rm -rf "$place"' EXIT
    # shellcheck disable=SC2016 # for that sh to expand
    told active env LD_PRELOAD=libm.so.6 unshare --mount sh -euc 'mount --bind "$1/tree" /usr/src
        exec /usr/src/bin/cycletime wrap "$1/steam_container.sh" "$1/links" "$1/tree" \
            "$2" "$1/proton_script.py" 9 waitforexitandrun "$3" side' sh "$place" $python "$game"
    [ "$(readlink "$place/links/i686/cycletime_preload.so")" = /run/host/usr/src/lib/preload/i686/cycletime_preload.so ] ||
        fail 'the container has nothing of it'
fi

[ "$failed" -eq 0 ]
