# SPDX-License-Identifier: MIT
# host_command.sh BUILD TREE WORK: bin/cycletime finds programs, passes arguments, output and exit codes through, and
# reports what it cannot do.
set -eu

build=$1 tree=$2 work=$3 machine=x86_64
. ./wine.sh
cycletime=$tree/bin/cycletime
failed=0

# expect STATUS OUT ERR COMMAND...: OUT is the whole output, or "any". ERR is a pattern for the one line of cycletime on
# stderr, or empty if there must be none; Wine may print more.
expect() {
    wanted=$1 out=$2 err=$3 lines=1
    shift 3
    status=0
    timeout 300 "$@" </dev/null >"$work/out" 2>"$work/err" || status=$?
    [ -n "$err" ] || lines=0
    if [ "$status" -ne "$wanted" ] || { [ "$out" != any ] && [ "$(tr -d '\r' <"$work/out")" != "$out" ]; } \
        || [ "$(grep -c '^cycletime: ' "$work/err")" -ne "$lines" ] \
        || { [ "$lines" -eq 1 ] && ! grep -q "^$err" "$work/err"; }; then
        echo "failed: $*"
        echo "  status $status, not $wanted; stdout and stderr:"
        cat "$work/out" "$work/err"
        failed=$((failed + 1))
    fi
}

rm -rf "$work"
mkdir -p "$work/a folder"
cp "$build/x86_64/tests/wine/sentinel.exe" "$work/a folder/größe.exe"
cp "$build/x86_64/tests/wine/sentinel.exe" "$work/sentinel.exe"
odd="it's \$HOME & (more); %PATH%.exe"
cp "$build/x86_64/tests/wine/sentinel.exe" "$work/a folder/$odd"
printf '@echo batch %%1\r\n@exit 9\r\n' >"$work/a folder/batch file.bat"
cp "$build/i686/tests/wine/sentinel.exe" "$work/sentinel32.exe"
echo text >"$work/text.exe"
ln -s "$cycletime" "$work/link"
cp -r "$tree" "$work/broken tree"
rm "$work/broken tree/lib/wine/x86_64-windows/cycletime.dll"
cp -r "$tree" "$work/half a tree"
rm "$work/half a tree/lib/preload/x86_64/cycletime_preload.so"

expect 125 '' 'cycletime: unknown option --verbose' "$cycletime" --verbose "$work/sentinel.exe"
expect 125 '' 'cycletime: run: no command given' "$cycletime" ''
expect 125 '' 'cycletime: run: no command given' "$cycletime" --
expect 125 '' 'cycletime: run: no command given' "$cycletime" run
expect 125 '' 'cycletime: run: no command given' "$cycletime" run --quiet --
expect 125 '' 'cycletime: run: no command given' "$cycletime" run ''
expect 125 '' 'cycletime: wrap: no command given' "$cycletime" wrap ''
mkdir -p "$work/locked/in"
chmod 0 "$work/locked"
# Root may enter the folder anyway, so root gives these capabilities up.
as_anybody=
[ "$(id -u)" -ne 0 ] || as_anybody='setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-all'
# shellcheck disable=SC2086 # words
expect 126 '' "cycletime: .*/in/program.exe: no permission to enter the folder $work/locked" \
    $as_anybody "$cycletime" run "$work/locked/in/program.exe"
chmod 700 "$work/locked"
expect 125 '' 'cycletime: run: unknown option --fast' "$cycletime" run --fast "$work/sentinel.exe"
expect 125 '' 'cycletime: no-such-wine: not found' env WINE=no-such-wine "$cycletime" run "$work/sentinel.exe"
expect 125 '' 'cycletime: .*/cycletime.dll: missing' "$work/broken tree/bin/cycletime" run "$work/sentinel.exe"
expect 125 '' 'cycletime: .*/cycletime_preload.so: missing' "$work/half a tree/bin/cycletime" run true
"$cycletime" help | grep -q '^usage: cycletime \[--\] COMMAND' || failed=$((failed + 1))
expect 125 '' 'cycletime: help: unknown command walk' "$cycletime" help walk
expect 0 "cycletime $(sed -n 's/^project(cycletime VERSION \([^ ]*\) .*/\1/p' ../../CMakeLists.txt)" '' \
    "$cycletime" --version
for one in run wrap status bench top help version; do
    "$cycletime" help "$one" | grep -q "^$one  *[a-z]" || { echo "failed: help $one"; failed=$((failed + 1)); }
done

for option in --help -h; do
    "$cycletime" run $option | grep -q '^run  *runs COMMAND' ||
        { echo "failed: run $option"; failed=$((failed + 1)); }
done
expect 125 '' 'cycletime: status: takes no arguments' "$cycletime" status now

need_wine "$work"
expect 0 sentinel '' "$cycletime" run "$work/sentinel.exe"
# Wine's own message stays, and is not taken for missing 32-bit support.
expect 1 any '' env WINEPREFIX=relative "$cycletime" run "$work/sentinel32.exe"
expect 0 sentinel '' "$cycletime" run -- "$work/a folder/größe.exe"
# Without a subcommand the words are run's.
expect 0 sentinel '' "$cycletime" "$work/sentinel.exe"
expect 7 '' '' "$cycletime" cmd.exe /c exit 7
expect 127 any 'cycletime: walk: not found, neither as a program nor as a command of cycletime' "$cycletime" walk
mkdir "$work/named"
printf '#!/bin/sh\necho "program $*"\n' >"$work/named/top"
cp "$work/named/top" "$work/named/print"
chmod +x "$work/named/top" "$work/named/print"
expect 0 'program --json -- -h' '' "$cycletime" "$work/named/print" --json -- -h
expect 0 'program --once' '' env PATH="$work/named:$PATH" "$cycletime" -- top --once
expect 127 any 'cycletime: walk: not found$' "$cycletime" -- walk
expect 0 sentinel '' "$work/link" run "$work/sentinel.exe"
expect 0 sentinel '' "$cycletime" run "$(windows_path "$work/sentinel.exe")"
expect 0 sentinel '' "$cycletime" run "$work/a folder/$odd"
# Linux ends a process that writes a larger file.
expect 0 sentinel 'cycletime: programs cannot share .* larger than' sh -c 'ulimit -f 200 && exec "$@"' sh "$cycletime" run \
    "$work/sentinel.exe"
expect 0 sentinel '' "$cycletime" run --no-children --best-effort --verbose -- "$work/sentinel.exe"
expect 7 '' '' "$cycletime" run cmd.exe /c exit 7
expect 9 'batch "a b"' '' "$cycletime" run "$work/a folder/batch file.bat" "a b"
expect 127 '' 'cycletime: .*nothing.exe: not found' "$cycletime" run "$work/nothing.exe"
expect 126 '' 'cycletime: .*text.exe: is not a Windows program' "$cycletime" run "$work/text.exe"
expect 126 '' 'cycletime: .*folder: is a directory' "$cycletime" run "$work/a folder"
(
    cd "$work"
    failed=0
    expect 0 sentinel '' "$cycletime" run ./sentinel.exe
    expect 0 sentinel '' "$cycletime" run sentinel.exe
    expect 0 sentinel '' "$cycletime" run sentinel
    # A Windows program takes precedence over a script whose name lacks only the ending.
    printf 'exit 7\n' >sentinel
    chmod +x sentinel
    expect 0 sentinel '' "$cycletime" run sentinel
    [ "$failed" -eq 0 ]
) || failed=$((failed + 1))
if wine "$work/sentinel32.exe" 2>/dev/null | grep -q sentinel; then
    expect 0 sentinel '' "$cycletime" run "$work/sentinel32.exe"
else
    # Wine 10 says on stdout that it could not be started.
    expect 126 any 'cycletime: .*is a 32-bit program, and this Wine has no 32-bit support' \
        "$cycletime" run "$work/sentinel32.exe"
fi

# A program that ends before its entry point has begun all the same: its exit code is Wine's, and Wine starts nothing else.
printf '%s\n' '#!/bin/sh' "echo x >>'$work/starts'" 'exec wine "$@"' >"$work/counting"
chmod +x "$work/counting"
ends_early() {  # NAME IN_CALLBACK REFUSES
    mkdir "$work/$1"
    "$machine-w64-mingw32-gcc" -shared "-DREFUSES=$3" refuses.c -o "$work/$1/answer.dll"
    "$machine-w64-mingw32-gcc" "-DIN_CALLBACK=$2" ends_early.c "$work/$1/answer.dll" -o "$work/$1/ends.exe"
    [ "$1" != 'missing DLL' ] || rm "$work/$1/answer.dll"
    plain=0
    timeout 300 wine "$work/$1/ends.exe" </dev/null >/dev/null 2>&1 || plain=$?
    : >"$work/starts"
    expect "$plain" '' '' env WINE="$work/counting" "$cycletime" run "$work/$1/ends.exe"
    echo "ends early, $1: $plain"
    [ "$(grep -c x "$work/starts")" -eq 1 ] || { echo "failed: the rseq probe ran after $1"; failed=$((failed + 1)); }
}
ends_early 'whole' 0 0
ends_early 'callback' 1 0
ends_early 'DLL that refuses' 0 1
ends_early 'missing DLL' 0 0

# If Linux runs no 32-bit code either, Wine prints that and exits with 1. This command does the same.
printf '%s\n' '#!/bin/sh' 'case $1 in *32.exe) echo "Application could not be started"; exit 1 ;; esac' \
    'exec wine "$@"' >"$work/wine64only"
chmod +x "$work/wine64only"
expect 126 any 'cycletime: .*is a 32-bit program, and this Wine has no 32-bit support' \
    env WINE="$work/wine64only" "$cycletime" run "$work/sentinel32.exe"
expect 0 sentinel '' env WINE="$work/wine64only" "$cycletime" run "$work/sentinel.exe"
# A user who interrupts the command before the program begins gets no such message.
printf '%s\n' '#!/bin/sh' 'case $1 in *32.exe) trap "" INT; kill -INT "$PPID"; sleep 1; exit 1 ;; esac' \
    'exec wine "$@"' >"$work/interrupted"
chmod +x "$work/interrupted"
timeout 300 env WINE="$work/interrupted" "$cycletime" run "$work/sentinel32.exe" </dev/null >"$work/out" 2>&1 || true
! grep '^cycletime: ' "$work/out" || { echo "failed: interrupted"; failed=$((failed + 1)); }

# A launcher's script, as Steam's %command% and Bottles use one.
printf '#!/bin/sh\nshift 2\nexec wine "$@"\n' >"$work/proton"
chmod +x "$work/proton"
cp "$build/x86_64/tests/wine/plain_import.exe" "$work/Game.EXE"
hooked() {  # STATUS COMMAND...: a program that asks for its cycles has them
    wanted=$1
    shift
    status=0
    timeout 300 "$@" </dev/null >"$work/out" 2>"$work/err" || status=$?
    if [ "$status" -ne 0 ] || [ "$(grep -c '^import-thread-cycles 1 ' "$work/out")" -ne "$wanted" ] ||
        ! grep -q '^ended' "$work/out"; then
        echo "failed: $*"
        cat "$work/out" "$work/err"
        failed=$((failed + 1))
    fi
}
hooked 0 "$work/proton" waitforexitandrun -- "$work/Game.EXE"
hooked 1 "$cycletime" wrap "$work/proton" waitforexitandrun -- "$work/Game.EXE"
hooked 1 "$cycletime" wrap wine start /b /wait /unix "$work/Game.EXE"
hooked 1 "$cycletime" wine start /b /wait /unix "$work/Game.EXE"
# The program starts in the same folder as without cycletime.
mkdir -p "$work/a folder/game"
printf '#include <stdio.h>\nint main(void) { return !fopen("it was here", "w"); }\n' >"$work/here.c"
"$machine-w64-mingw32-gcc" "$work/here.c" -o "$work/a folder/game/Here.exe"
begins_in() {
    find "$work" -name 'it was here' -delete
    (cd "$work" && timeout 300 "$@" wine start /b /wait /UNIX "a folder/game/Here.exe" </dev/null >"$work/out" 2>&1) || true
    find "$work" -name 'it was here'
}
alone=$(begins_in env) under=$(begins_in "$cycletime" wrap)
[ "$alone" = "$under" ] && [ -n "$alone" ] ||
    { echo "failed: wrap wine start /unix with a relative path: $alone alone, else $under"; failed=$((failed + 1)); }
hooked 1 "$cycletime" wrap --verbose -- wine cmd.exe /c "$(windows_path "$work/Game.EXE")"
hooked 0 "$cycletime" wrap --no-children -- wine cmd.exe /c "$(windows_path "$work/Game.EXE")"
hooked 1 "$cycletime" wrap "$work/Game.EXE"
expect 125 '' 'cycletime: wrap: no command given' "$cycletime" wrap
expect 127 any 'cycletime: no-such-command: not found' "$cycletime" wrap no-such-command a.exe
expect 127 any 'cycletime: C:.nothing.exe: not found' "$cycletime" run 'C:\nothing.exe'
expect 126 '' 'cycletime: .*TEXT.exe: is not a Windows program' "$cycletime" run "$(windows_path "$work/TEXT.exe")"
# A command that removes the library from LD_PRELOAD is reported.
expect 0 sentinel 'cycletime: no Windows program got correct times' \
    "$cycletime" run env -u LD_PRELOAD wine "$work/sentinel.exe"
expect 0 sentinel '' "$cycletime" run --quiet env -u LD_PRELOAD wine "$work/sentinel.exe"
# The command cannot see that a program is left out on purpose, so the message names the variable too.
expect 0 sentinel 'cycletime: no Windows program got correct times: .*, or set CYCLETIME_RUN=off$' \
    "$cycletime" run env CYCLETIME_RUN=off wine "$work/sentinel.exe"

# A prefix that Wine makes at the first command contains nothing of cycletime.
new_prefix() {
    env WINEPREFIX="$work/new" WINEDLLOVERRIDES='mscoree,mshtml=;winemenubuilder.exe=d' "$@"
}
new_prefix timeout 300 "$cycletime" run "$work/sentinel.exe" </dev/null 2>/dev/null | grep -q sentinel \
    || { echo "failed: a new prefix"; failed=$((failed + 1)); }
new_prefix wineserver -k || true
new_prefix wineserver -w || true
# Wine's services, which the inner command leaves to the outer one, are not taken for the user's programs.
# messages_of_both COUNT COMMAND...: the inner command runs COMMAND, and no process of Wine runs before.
messages_of_both() {
    wanted=$1
    shift
    new_prefix timeout 300 "$cycletime" run "$cycletime" run "$@" </dev/null >"$work/out" 2>"$work/err" || true
    found=$(grep -c '^cycletime: no Windows program got' "$work/err") || true
    if ! grep -q sentinel "$work/out" || [ "$found" -ne "$wanted" ]; then
        echo "failed: a command in a command: $*"
        cat "$work/out" "$work/err"
        failed=$((failed + 1))
    fi
    new_prefix wineserver -k || true
    new_prefix wineserver -w || true
}
messages_of_both 0 "$work/sentinel.exe"
messages_of_both 1 env -u LD_PRELOAD wine "$work/sentinel.exe"
[ -z "$(find "$work/new" -iname '*cycletime*')" ] ||
    { echo "failed: the new prefix has something of ours"; failed=$((failed + 1)); }
rm -rf "$work/new"

# Wine writes its registry at any time; no other file may appear.
find "$WINEPREFIX" ! -name '*.reg' -newer "$work/sentinel.exe" -type f >"$work/before"
"$cycletime" run cmd.exe /c echo. >/dev/null 2>&1 ||
    { echo "failed: a program of Wine's own, $?"; failed=$((failed + 1)); }
find "$WINEPREFIX" ! -name '*.reg' -newer "$work/sentinel.exe" -type f >"$work/after"
cmp "$work/before" "$work/after" || failed=$((failed + 1))

"$cycletime" status >"$work/out" 2>"$work/err" ||
    { echo "failed: status, $?"; cat "$work/err"; failed=$((failed + 1)); }
grep -q '^cycletime   [0-9]' "$work/out" || failed=$((failed + 1))
grep -q '^thread cycles .*steps of [0-9]* ns' "$work/out" || { cat "$work/out"; failed=$((failed + 1)); }
"$cycletime" bench >"$work/out" 2>"$work/err" ||
    { echo "failed: bench, $?"; cat "$work/err"; failed=$((failed + 1)); }
grep -q '^GetThreadTimes, own thread  *[1-9]' "$work/out" || { cat "$work/out"; failed=$((failed + 1)); }

[ "$failed" -eq 0 ]
