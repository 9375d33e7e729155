# SPDX-License-Identifier: MIT
# top_screen.sh TREE WORK: the viewer in a terminal: what stands on its screen, keys, other sizes, and that it leaves the
# terminal as it was, however it ends.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
. ./spinner.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
spin
sockets=$(mktemp -d) socket='' started=0 reported=''  # a socket's path must be short
trap 'kill -KILL "$spinner" 2>/dev/null || true; tmux -S "$socket" kill-server 2>/dev/null || true; rm -rf "$sockets"' EXIT
viewer=$tree/lib/wine/x86_64-windows/cycletime-top.exe

terminal() {
    tmux -S "$socket" -f /dev/null "$@"
}

fail() {
    echo "failed: $*; the screen:"
    terminal capture-pane -p || true
    exit 1
}

# wait_for PATTERN: until it stands on the screen.
wait_for() {
    patience=1200
    until terminal capture-pane -p 2>/dev/null | grep -q "$1"; do
        patience=$((patience - 1))
        [ "$patience" -gt 0 ] || fail "no $1"
        sleep 0.1
    done
}

# start WIDTH HEIGHT COMMAND [FIRST]: in a shell of a new terminal, which says what the terminal's modes were before and
# after it.
start() {
    cat >"$work/shell.sh" <<END
trap : INT  # Ctrl-C comes to all that the terminal runs
${4-}
stty -g >"$work/modes.before"
echo 'what stood there before'
$3
echo "status \$?"
stty -g >"$work/modes.after"
echo done
sleep 60
END
    # Each has a server of its own: one that is just ending takes no other.
    started=$((started + 1))
    socket=$sockets/$started
    terminal new-session -d -x "$1" -y "$2" "sh '$work/shell.sh'"
}

# The viewer, which is then $process, not the start.exe that waits for it; and the file by which the host command reports it
# the terminal's size, $reported.
find_reported() {
    reported=''
    for process in $(ps -eo pid,args | sed -n '/start\.exe/d
        s/^ *\([0-9]*\) .*[c]ycletime-top\.exe.*/\1/p'); do
        # One that has just ended, be it another's or our last one, reports nothing.
        { tr '\0' '\n' <"/proc/$process/environ"; } >"$work/environment" 2>/dev/null || continue
        grep -qxF "WINEPREFIX=$WINEPREFIX" "$work/environment" || continue
        reported=$(sed -n 's/^CYCLETIME_TERMINAL=[^/]*//p' "$work/environment")
        [ -z "$reported" ] || break
    done
    [ -f "$reported" ] || fail "the host command reports no size in $reported"
}

is_as_before() {
    wait_for '^done$'
    terminal capture-pane -p | grep -q '^status 0$' || fail 'the status is not 0'
    cmp "$work/modes.before" "$work/modes.after" || fail 'the terminal has other modes'
    terminal capture-pane -p | grep -q 'Mcycles/s' && fail 'something is left on the screen'
    [ -n "$reported" ] && ! [ -e "$reported" ] || fail "a temporary file is left, $reported"
}

# missing_parts WIDTH HEIGHT BAR: what is missing on the screen: the processor that spins is busy to BAR marks, the spinner
# is the first process, and the page reaches from the first line to the last.
missing_parts() {
    terminal capture-pane -p >"$work/screen"
    sed -n 1p "$work/screen" | grep -q '^cycletime top: [0-9]* processors* at [0-9.]* GHz, [0-9]* processes, ' || echo title
    [ "$(terminal display-message -p '#{window_width} #{window_height}')" = "$1 $2" ] || echo 'size of terminal'
    grep -q "^ *$processor \[|\{$3\}[]|.DI]* *[0-9.]* *[0-9.]* " "$work/screen" || echo "$3 marks at processor $processor"
    grep -A 1 'Mcycles/s' "$work/screen" | sed -n 2p | grep -q '  spinner\.exe\( \|$\)' || echo 'spinner as the first'
    sed -n "$2p" "$work/screen" | grep -q '^q quit' || echo 'keys in the last line'
}

# Wine loses a process now and then that ends while a thread of it begins that is to hear of Ctrl-C: a segmentation fault,
# of programs without cycletime alike; or it hangs, and Wine's server kills it a second later. Often it is Wine's start.exe,
# which runs a 64-bit program where wine32 is installed, and waits for it. Then it is started once more, but not twice.
# end_by_signal COMMAND...: that starts the viewer and sends it the key.
end_by_signal() {
    "$@"
    wait_for '^done$'
    terminal capture-pane -p | grep -q '^status 13[79]$' || return 0
    echo 'Wine lost it; once more'
    terminal kill-server
    "$@"
}

# Other programs of this machine may have had the processor for a moment.
check_screen() {
    patience=1200
    while missing=$(missing_parts "$@") && [ -n "$missing" ]; do
        patience=$((patience - 1))
        [ "$patience" -gt 0 ] || fail "no" $missing
        sleep 0.1
    done
}

echo 'at 80 x 24, by keys'
start 80 24 "'$tree/bin/cycletime' top --interval 0.3"
wait_for 'spinner.exe'
find_reported
check_screen 80 24 10
terminal send-keys C-z  # does not end it
terminal send-keys t
wait_for ' thread '
terminal send-keys t
wait_for ' threads '
terminal send-keys i
wait_for 'by id'
terminal send-keys n
wait_for 'by name'
terminal send-keys c
wait_for 'by cycles'

echo 'a tree, a filter, command lines'
# wait_until_gone PATTERN
wait_until_gone() {
    patience=1200
    while terminal capture-pane -p | grep -q "$1"; do
        patience=$((patience - 1))
        [ "$patience" -gt 0 ] || fail "still $1"
        sleep 0.1
    done
}
terminal send-keys T
wait_for '[`|]-winedevice.exe'  # below services.exe
terminal send-keys /
terminal send-keys SPINN
wait_for '^/SPINN_'
wait_until_gone services.exe
wait_for '[ -]spinner.exe$'  # below start.exe, which runs 64-bit programs where wine32 is installed
terminal send-keys Enter
wait_for '^/SPINN  Esc clears it'
terminal send-keys l
wait_for "[ -]spinner.exe $processor\$"
terminal send-keys l
terminal send-keys /
terminal send-keys q  # a letter now
wait_for '^nothing with these letters'
terminal send-keys BSpace
wait_for '[ -]spinner.exe$'
terminal send-keys Escape
wait_for services.exe
terminal send-keys T
wait_for '  winedevice.exe'
terminal send-keys Space
wait_for PAUSED
terminal capture-pane -p | tail -n +2 >"$work/paused"
sleep 1
terminal capture-pane -p | tail -n +2 | cmp - "$work/paused" || fail 'it goes on in a pause'
terminal send-keys Space
patience=1200
while terminal capture-pane -p | grep -q PAUSED; do
    patience=$((patience - 1))
    [ "$patience" -gt 0 ] || fail 'the pause does not end'
    sleep 0.1
done

echo 'at 200 x 50, and at 60 x 15'
terminal resize-window -x 200 -y 50
wait_for '[|.DI]\{100\}'
check_screen 200 50 40
wait_for "  spinner.exe  *[^ ].*spinner.exe[^ ]* $processor\$"  # and its command line
terminal resize-window -x 60 -y 15
patience=1200
until terminal capture-pane -p | sed -n 15p | grep -q '^q quit'; do
    patience=$((patience - 1))
    [ "$patience" -gt 0 ] || fail 'it does not become smaller'
    sleep 0.1
done
terminal send-keys q
is_as_before
terminal capture-pane -p | grep -q '^what stood there before$' || fail 'what stood there before is gone'
terminal kill-server

# Wine 8 takes it for a key like others, Wine 10 for Ctrl-Break. Where that takes longer than a second, a q comes too late
# for the viewer, and the terminal would write it before the status.
echo 'Ctrl-\'
break_it() {
    start 80 24 "'$tree/bin/cycletime' top --interval 0.3" 'stty -echo'
    wait_for 'spinner.exe'
    find_reported
    terminal send-keys 'C-\'
    sleep 1
    terminal capture-pane -p | grep -q '^done$' || terminal send-keys q
}
end_by_signal break_it
is_as_before
terminal kill-server

echo 'Ctrl-C, with a chart'
interrupt() {
    start 200 50 "'$tree/bin/cycletime' top --interval 0.2 --svg '$work/chart.svg'"
    wait_for 'spinner.exe'
    find_reported
    check_screen 200 50 40
    terminal send-keys C-c
}
end_by_signal interrupt
is_as_before
terminal capture-pane -p | grep -q '^what stood there before$' || fail 'what stood there before is gone'
grep -q '</svg>' "$work/chart.svg" || fail 'no chart'
terminal kill-server

echo 'without the host command'
interrupt_alone() {
    start 80 24 "wine '$viewer' --interval 0.2"
    wait_for 'spinner.exe'
    check_screen 80 24 10
    terminal send-keys C-c
}
end_by_signal interrupt_alone
wait_for '^done$'
terminal capture-pane -p | grep -q '^status 0$' || fail 'the status is not 0'
terminal capture-pane -p | grep -q 'Mcycles/s' && fail 'something is left on the screen'
terminal kill-server

echo 'its terminal goes away'
start 80 24 "'$tree/bin/cycletime' top --interval 0.2"
wait_for 'spinner.exe'
find_reported
# One that has ended and waits for process 1 has no command line.
is_alive() {
    grep -qs . "/proc/$process/cmdline"
}
is_alive || fail 'the viewer is gone before'
terminal kill-server
patience=1200
while is_alive || [ -e "$reported" ]; do
    patience=$((patience - 1))
    [ "$patience" -gt 0 ] || { echo 'failed: it or its files stay'; ps -f "$process" || true; ls -d "$reported"; exit 1; }
    sleep 0.1
done
