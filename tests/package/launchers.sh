# SPDX-License-Identifier: MIT
# launchers.sh TREE WORK: a Windows program that a real launcher starts has correct cycles of its thread and a correct time
# of its child if `cycletime run` comes before or after the launcher, and neither without cycletime. A launcher that is not
# installed or does not work on this machine gets a line with the reason.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
if [ -n "${CYCLETIME_WINE_ROOT-}" ]; then
    echo "skipped: the launchers start this machine's Wine only"
    exit 77
fi
rm -rf "$work"
mkdir -p "$work/home" "$work/run"
chmod 700 "$work/run"
need_wine "$work"
cycletime=$tree/bin/cycletime
failed=0 ran=0

# Debian keeps launchers in /usr/games. Lutris writes into the prefix and the home.
if [ -f "$WINEPREFIX/system.reg" ]; then cp -a "$WINEPREFIX" "$work/prefix"; fi
WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=;winemenubuilder.exe=d'
PATH=$PATH:/usr/games HOME=$work/home XDG_RUNTIME_DIR=$work/run LC_ALL=C.UTF-8
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES PATH HOME XDG_RUNTIME_DIR LC_ALL
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME DISPLAY WAYLAND_DISPLAY LD_PRELOAD
rm -f "$WINEPREFIX/wineserver"
display=
end() {
    wineserver -k 2>/dev/null || true
    wineserver -w 2>/dev/null || true
    [ -z "$display" ] || kill "$display"
}
trap end EXIT
trap 'exit 1' HUP INT TERM

# The program reports whether its thread's cycles advance as the Linux side's do, and what GetProcessTimes returns for a
# child that used 500 ms; without cycletime that is what the caller itself used. The script that starts it keeps the list of
# what LD_PRELOAD loads into each process.
child=5000000
"$machine-w64-mingw32-gcc" -O1 service.c -o "$work/service.exe"
"$machine-w64-mingw32-gcc" -O1 -municode timed.c -o "$work/timed.exe"
game=$work/game.sh timed=$(windows_path "$work/timed.exe") reported=$(windows_path "$work/reported")
printf '@%s side >%s\r\n@%s wait %s end 7 500 >>%s\r\n' \
    "$(windows_path "$work/service.exe")" "$reported" "$timed" "$timed" "$reported" >"$work/game.bat"
printf '#!/bin/sh\ncat /proc/self/maps >"%s"\nexec wine "%s"\n' "$work/maps" "$work/game.bat" >"$game"
chmod +x "$game"

# answer COMMAND...: prints "correct", "plain Wine's" or what the program reported. Runs the command again if Wine lost it.
answer() {
    for try in 1 2 3; do
        rm -f "$work/reported"
        timeout 300 "$@" </dev/null >"$work/out" 2>&1 || true
        [ ! -s "$work/reported" ] || break
        echo "the program reported nothing, try $try" >>"$work/out"
    done
    tr -d '\r' 2>/dev/null <"$work/reported" | awk -v child=$child '
        { text = text $0 "; " }
        $1 == "child" && $5 == 7 { right = $2 + $3 >= child && $6 > 0; wrong = $2 + $3 < child && $6 == 0 }
        /^Linux side  active/ { active = 1 }
        /^no cycles/ { none = 1 }
        END { print active && right ? "correct" : none && wrong ? "plain Wine'"'"'s" : "unexpected: " text }'
}

fail() {
    echo "failed: $*"
    cat "$work/out"
    failed=$((failed + 1))
}

# expect WANTED NAME COMMAND...
expect() {
    wanted=$1 name=$2
    shift 2
    got=$(answer "$@")
    [ "$got" = "$wanted" ] || fail "$name: $got, not $wanted"
}

not_run() {
    echo "$1 not run: $2"
}

# has NAME COMMAND
has() {
    command -v "$2" >/dev/null || { not_run "$1" "$2 is not installed"; return 1; }
}

# loaded NAME LIBRARY: the launcher's library is in the processes that it starts.
loaded() {
    grep -q "$2" "$work/maps" || fail "$1: $2 is not loaded"
}

# launch NAME LIBRARY COMMAND...: without cycletime, after it and before it.
launch() {
    name=$1 library=$2
    shift 2
    expect "plain Wine's" "$name without cycletime" "$@" "$game"
    loaded "$name without cycletime" "$library"
    expect correct "cycletime before $name" "$cycletime" run "$@" "$game"
    loaded "cycletime before $name" "$library"
    expect correct "cycletime after $name" "$@" "$cycletime" run "$game"
    loaded "cycletime after $name" "$library"
    echo "$name run"
    ran=$((ran + 1))
}

# Needs a Vulkan device with a DRM node; without a screen, newer versions need an option.
# shellcheck disable=SC2086 # lists of words
run_gamescope() {
    headless=
    ! gamescope --help 2>&1 | grep -q -e --backend || headless='--backend headless'
    timeout 60 gamescope $headless -- touch "$work/gamescope" </dev/null >"$work/out" 2>&1 || true
    if [ -f "$work/gamescope" ]; then
        launch gamescope libc gamescope $headless --
    else
        not_run gamescope "$(grep -i "vulkan.*\(not\|n't\|fail\)\|^fail" "$work/out" | paste -sd ';' | sed 's/;/; /g')"
    fi
}

begin_display() {
    has lutris Xvfb || return 1
    Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" >/dev/null 2>&1 &
    display=$!
    patience=1200
    until [ -s "$work/display" ] || [ "$patience" -eq 0 ]; do
        patience=$((patience - 1))
        sleep 0.1
    done
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
}

# Lutris waits for a click if its user number is 0, so root runs it under another number in a user namespace.
as_user=
if [ "$(id -u)" -eq 0 ]; then as_user='unshare --user --map-user=1000 --map-group=1000'; fi

# lutris_prefix COMMAND: makes Lutris' settings, its list of games and a game with that command prefix.
lutris_prefix() {
    python3 lutris_game.py "$HOME" "$work/game.bat" "$WINEPREFIX" "$1"
}

# shellcheck disable=SC2086 # lists of words
run_lutris() {
    $as_user true 2>"$work/err" || { not_run lutris "not as root, and $(cat "$work/err")"; return; }
    lutris_prefix ''
    expect "plain Wine's" 'lutris without cycletime' $as_user dbus-run-session lutris lutris:rungame/game
    expect correct 'cycletime before lutris' $as_user "$cycletime" run dbus-run-session lutris lutris:rungame/game
    lutris_prefix "'$cycletime' run"
    expect correct "cycletime as Lutris' command prefix" $as_user dbus-run-session lutris lutris:rungame/game
    echo 'lutris run'
    ran=$((ran + 1))
}

if has mangohud mangohud; then launch mangohud libMangoHud mangohud; fi
if has gamemode gamemoderun && has gamemode dbus-run-session; then
    launch gamemode libgamemodeauto dbus-run-session gamemoderun
fi
if has gamescope gamescope; then run_gamescope; fi
if has lutris lutris && has lutris dbus-run-session && begin_display; then run_lutris; fi

[ "$failed" -eq 0 ]
[ "$ran" -gt 0 ] || { echo 'skipped: no launcher is installed that works here'; exit 77; }
