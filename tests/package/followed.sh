# SPDX-License-Identifier: MIT
# followed.sh TREE WORK: whatever starts a Windows program under cycletime, that program has true times; a way that does not
# work alone here is named.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
cycletime=$tree/bin/cycletime
failed=0

"$machine-w64-mingw32-gcc" -O1 service.c -o "$work/service.exe"
service=$(windows_path "$work/service.exe") reported=$(windows_path "$work/reported")
# A server and services of its own, since it matters who began them.
if [ -f "$WINEPREFIX/system.reg" ]; then cp -a "$WINEPREFIX" "$work/prefix"; fi
export WINEPREFIX="$work/prefix" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=;winemenubuilder.exe=d'
rm -f "$WINEPREFIX/wineserver"
display=
trap 'end_wine; [ -z "$display" ] || kill "$display"' EXIT
trap 'exit 1' HUP INT TERM

end_wine() {
    wineserver -k 2>/dev/null || true
    wineserver -w 2>/dev/null || true
}

# reported COMMAND...: what the program says, once it is there: some commands end before it.
reported() {
    rm -f "$work/reported"
    timeout 300 "$@" </dev/null >"$work/out" 2>&1 || true
    patience=1200
    until grep -q '^cycles' "$work/reported" 2>/dev/null; do
        patience=$((patience - 1))
        [ "$patience" -gt 0 ] || break
        sleep 0.1
    done
    tr -d '\r' 2>/dev/null <"$work/reported" || echo nothing
}

# expect WANTED GOT WHAT
expect() {
    [ "$2" != "$1" ] || return 0
    echo "failed: $3: $2, not $1"
    cat "$work/out"
    failed=$((failed + 1))
}

# compare NAME COMMAND...: alone, and under cycletime.
compare() {
    name=$1
    shift
    if [ "$(reported "$@")" != 'cycles 0' ]; then
        echo "does not work alone here: $name"
        return
    fi
    expect 'cycles 1' "$(reported "$cycletime" run "$@")" "$name"
    echo "followed: $name"
}

# service COMMAND...: what a service says that has begun.
service() {
    reported "$@" wine "$work/service.exe" install "$name" "$reported"
    wine "$work/service.exe" remove "$name" </dev/null >/dev/null 2>&1 || true
}

# stay COMMAND...: a program that goes on, since Wine ends its services with the last one that does.
stay() {
    rm -f "$work/stays"
    "$@" "$work/service.exe" stay "$(windows_path "$work/stays")" </dev/null >/dev/null 2>&1 &
    stays=$!
    patience=600
    until grep -q '^cycles' "$work/stays" 2>/dev/null || [ "$patience" -eq 0 ]; do
        patience=$((patience - 1))
        sleep 0.1
    done
}

stay_no_more() {
    rm -f "$work/stays"
    wait "$stays" || { echo "failed: the program that stays"; failed=$((failed + 1)); }
}

end_wine
name=cycletime-1-$$
expect 'cycles 1' "$(service "$cycletime" run)" 'a service, where services.exe began under cycletime'
end_wine
stay "$cycletime" run
name=cycletime-2-$$
expect 'cycles 1' "$(service env)" "a stranger's service, where services.exe began under cycletime"
stay_no_more
end_wine
stay wine
name=cycletime-3-$$
expect 'cycles 0' "$(service env)" 'a service without cycletime'
name=cycletime-4-$$
expect 'cycles 0' "$(service "$cycletime" run --verbose)" 'a service, where services.exe began without cycletime'
stay_no_more
grep -q "^cycletime: .*services already run without" "$work/out" \
    || { echo "failed: nobody says that services are not followed"; cat "$work/out"; failed=$((failed + 1)); }
echo "followed: a Windows service"

# A service of Wine's own that no list of ours names counts as Wine's own, while a user's service does not.
end_wine
name=cycletime-5-$$
if timeout 300 "$cycletime" time --output "$work/times" \
    wine cmd /c "net start spooler && $service install $name $reported" </dev/null >"$work/out" 2>&1; then
    expect 'cmd.exe service.exe' "$(sed -n 's/^.*  \([^ ]*[.]exe\).*/\1/p' "$work/times" | sort -u | grep -v net | xargs)" \
        "the programs that are not Wine's own, beside a service of Wine's"
    cat "$work/times"
else
    echo 'does not work alone here: net start spooler'
fi
wine "$work/service.exe" remove "$name" </dev/null >/dev/null 2>&1 || true

compare 'wine start /wait /unix' wine start /wait /unix "$work/service.exe" report "$reported"
compare 'wine start /wait with a Windows path' wine start /wait "$service" report "$reported"
compare 'cmd /c' wine cmd /c "$service" report "$reported"
printf '%s report %s\r\n' "$service" "$reported" >"$work/report.bat"
compare 'a .bat' wine "$(windows_path "$work/report.bat")"
compare 'cmd /c start of a .bat' wine cmd /c start /wait "$(windows_path "$work/report.bat")"
printf '#!/bin/sh\nexec wine "%s" report "%s"\n' "$work/service.exe" "$reported" | sed 's/\\/\\\\/g' >"$work/report.sh"
chmod +x "$work/report.sh"
compare 'a script that runs wine' "$work/report.sh"
compare 'a Unix program that Windows starts and that starts wine again' wine cmd /c start /unix "$work/report.sh"

# The variable also names the file that the first program removes.
expect 'cycles 1' "$(reported "$cycletime" run env -u CYCLETIME_RUN wine "$work/service.exe" report "$reported")" \
    'a command that removes CYCLETIME_RUN'
expect '' "$(grep '^cycletime: no Windows program' "$work/out")" 'what is said of that'

if command -v wixl >/dev/null; then
    sed "s|@REPORTED@|$(printf '%s\n' "$reported" | sed 's/\\/\\\\/g')|" service.wxs >"$work/service.wxs"
    (cd "$work" && wixl -o service.msi service.wxs)
    msi=$(windows_path "$work/service.msi")
    remove() {
        timeout 300 wine msiexec /x "$msi" /qn </dev/null >/dev/null 2>&1 || true
    }
    if [ "$(reported wine msiexec /i "$msi" /qn)" = 'cycles 0' ]; then
        remove
        expect 'cycles 1' "$(reported "$cycletime" run wine msiexec /i "$msi" /qn)" 'an .msi by msiexec'
        remove
        expect 'cycles 1' "$(reported "$cycletime" run "$work/service.msi" /qn)" 'an .msi'
        echo 'followed: an .msi'
    else
        echo 'does not work alone here: an .msi'
    fi
fi

if command -v Xvfb >/dev/null; then
    Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" >/dev/null 2>&1 &
    display=$!
    patience=1200
    until [ -s "$work/display" ] || [ "$patience" -eq 0 ]; do
        patience=$((patience - 1))
        sleep 0.1
    done
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
    compare 'explorer /desktop' wine explorer "/desktop=cycletime,640x480" "$service" report "$reported"
fi
[ "$failed" -eq 0 ]
