# SPDX-License-Identifier: MIT
# containers.sh TREE WORK MACHINE: a program and its children are hooked in stand-ins for Steam's container and for the
# Flatpak of Bottles, beside libraries that others name in LD_PRELOAD; or the reason is reported.
set -eu

tree=$1 work=$2 machine=$3
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
if ! bwrap --dev-bind / / --unshare-pid --proc /proc true 2>"$work/err"; then
    echo "skipped: bubblewrap makes no containers here: $(cat "$work/err")"
    exit 77
fi
failed=0
unset CYCLETIME_UNIXLIB WINEDLLPATH LD_PRELOAD

place=$(mktemp -d)
end_wine() {
    wineserver -k >/dev/null 2>&1 || true
    wineserver -w >/dev/null 2>&1 || true
}
trap 'end_wine; rm -rf "$place"' EXIT
trap 'exit 1' HUP INT TERM
HOME=$place/home seen=$HOME/.var/app/com.usebottles.bottles elsewhere=$place/elsewhere
XDG_RUNTIME_DIR=$elsewhere/run
export HOME XDG_RUNTIME_DIR OTHERS="$place/reported"
mkdir -p "$seen" "$elsewhere/run"
chmod 700 "$elsewhere/run"
cp proton_script.py steam_container.sh flatpak_container.sh "$place"
cp -R "$tree" "$place/tree"
cp -R "$tree" "$elsewhere/a tree"
cp -R "$tree" "$seen/cycletime"
"$machine-w64-mingw32-gcc" -O1 service.c -o "$seen/game.exe"
game=$seen/game.exe game_in_windows=$(windows_path "$seen/game.exe")

# The prefix once more, with a server of its own: it opens files by the names that they have where it is itself. A server
# may start a process where the heap takes Wine's own page.
mkdir "$seen/prefix"
cp "$WINEPREFIX"/*.reg "$WINEPREFIX/.update-timestamp" "$seen/prefix"
cp -R "$WINEPREFIX/dosdevices" "$seen/prefix"
ln -s "$(readlink -f "$WINEPREFIX/drive_c")" "$seen/prefix/drive_c"
fixed=
[ "$(command -v wine)" != "$WINEPREFIX.bin/wine" ] || fixed='setarch --addr-no-randomize'
WINEPREFIX=$seen/prefix
export WINEPREFIX

# The overlay as Steam names it, and another one, for each word size that the compiler makes.
others() {
    mkdir -p "$place/ubuntu12_$1"
    gcc "-m$1" -shared -fPIC -DNAME="\"$2\"" others.c -o "$place/ubuntu12_$1/$3" 2>"$work/err" || [ "$1" = 32 ]
}
for bits in 32 64; do
    others $bits overlay gameoverlayrenderer.so
    others $bits gamemode gamemode.so
done
for platform in x86_64 haswell xeon_phi; do ln -s ubuntu12_64 "$place/$platform"; done
for platform in i686 i586 i486 i386; do ln -s ubuntu12_32 "$place/$platform"; done
overlay="$place/\${PLATFORM}/gameoverlayrenderer.so" gamemode="$place/\${PLATFORM}/gamemode.so"

fail() {
    echo "failed: $*"
    cat "$work/out" "$work/err" "$OTHERS"
    failed=$((failed + 1))
}

# reported PATTERN COMMAND...: what the program says of the Linux side.
reported() {
    pattern=$1
    shift
    : >"$OTHERS"
    # shellcheck disable=SC2086 # a list of words
    timeout 300 $fixed "$@" </dev/null >"$work/out" 2>"$work/err" || true
    tr -d '\r' <"$work/out" | grep -q "^$pattern" || fail "$*: not $pattern"
}

# said PATTERN: of one line on stderr, or more.
said() {
    grep -q "$1" "$work/err" || fail "nobody says $1"
}

# others_are LIST: which of the others' libraries are in the program.
others_are() {
    list=$(sed -n 's/^\([a-z]*\) [^ ]*game[.]exe side .*/\1/p' "$OTHERS" | sort -u | paste -sd ' ')
    [ "$list" = "$1" ] || fail "the others in LD_PRELOAD are $list, not $1"
}

cycletime=$place/tree/bin/cycletime
reported 'no cycles' env LD_PRELOAD="$overlay" wine "$game" side
others_are overlay
reported 'Linux side  active' env LD_PRELOAD="$overlay" "$cycletime" run wine "$game" side
others_are overlay
# shellcheck disable=SC2016 # for that sh to expand
reported 'Linux side  active' env LD_PRELOAD="$overlay" "$cycletime" run \
    sh -c 'LD_PRELOAD=$LD_PRELOAD:$1 exec wine "$2" side' sh "$gamemode" "$game"
others_are 'gamemode overlay'
reported 'no cycles' env LD_PRELOAD="$overlay" "$cycletime" run --no-children wine cmd /c "$game_in_windows" side
others_are overlay
end_wine

# In Steam's container the machine's /usr is elsewhere, and what else is not below the home has to be named.
capabilities='--cap-add ALL'
[ "$(id -u)" -eq 0 ] || capabilities=
python=/usr/bin/python3 # and not one that somebody has put before it
[ -x $python ] || python=python3

# steam PATTERN TOKEN COMMAND...: with the overlay, as Steam names that.
steam() {
    pattern=$1 token=$2
    shift 2
    rm -rf "$place/links"
    # shellcheck disable=SC2086 # a list of words
    reported "$pattern" bwrap $capabilities --dev-bind / / --ro-bind "$place/tree" /usr/src \
        --setenv LD_PRELOAD ":$place/ubuntu12_32/gameoverlayrenderer.so:$place/ubuntu12_64/gameoverlayrenderer.so" \
        "$from/bin/cycletime" run "$place/steam_container.sh" "$token" "$place/links" "$place/tree" "$elsewhere" "$@"
}

from=/usr/src
for token in PLATFORM LIB; do
    steam 'Linux side  active' $token wine "$game" side
    others_are overlay
done
steam 'Linux side  active' PLATFORM $python "$place/proton_script.py" 9 waitforexitandrun "$game" side
steam 'Linux side  active' PLATFORM wine cmd /c "$game_in_windows" side
others_are overlay
[ "$(readlink "$place/links/i686/cycletime_preload.so")" = /run/host/usr/src/lib/preload/i686/cycletime_preload.so ] ||
    fail 'the container has nothing of it'
end_wine # it sees what was there when it began
from="$elsewhere/a tree"
steam 'Linux side  active' PLATFORM wine "$game" side
# shellcheck disable=SC2016 # for that sh to expand
unshared='unset PRESSURE_VESSEL_FILESYSTEMS_RO; exec "$@"'
reported 'no cycles' "$from/bin/cycletime" run --verbose sh -c "$unshared" sh \
    "$place/steam_container.sh" PLATFORM "$place/links" "$place/tree" "$elsewhere" wine "$game" side
said '^cycletime: no Windows program got correct times'
end_wine

# In the Flatpak one folder of the home is seen, and it takes LD_PRELOAD away from what was begun outside.
box=$place/flatpak_container.sh own=$seen/cycletime/bin/cycletime
reported 'Linux side  active' "$box" "$own" run wine "$game" side
reported 'Linux side  active' "$box" "$own" run wine cmd /c "$game_in_windows" side
reported 'no cycles' "$own" run --verbose "$box" wine "$game" side
said '^cycletime: no Windows program got correct times'
# shellcheck disable=SC2016 # for that sh to expand
by_env='exec "$1" env LD_PRELOAD="$LD_PRELOAD" wine "$2" side'
reported 'Linux side  active' "$own" run sh -c "$by_env" sh "$box" "$game"
reported 'no cycles' "$cycletime" run sh -c "$by_env" sh "$box" "$game"
said "^ERROR: ld.so: object .*/cycletime_preload.so.* cannot be preloaded"

[ "$failed" -eq 0 ]
