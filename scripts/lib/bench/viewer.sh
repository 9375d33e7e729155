# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Sourced by scripts/bench, whose $tree and $work it uses. What the viewer costs with a hundred processes to look at: its
# processor time beside that of programs that only ask the system the same, each of them once a second, at the same time,
# under one Wine.
seconds=30
programs=$tree/lib/wine/x86_64-windows
# Its cycletime.dll is the tree's.
mkdir -p "$work/look"
look=$work/look/look.exe
cp build/x86_64/scripts/lib/bench/look.exe "$programs/cycletime.dll" "$work/look/"
WINEDLLPATH=$tree/lib/wine
export WINEDLLPATH

sockets=$(mktemp -d)  # a socket's path must be short
terminal() {
    tmux -S "$sockets/tmux" -f /dev/null "$@"
}

end() {
    terminal kill-server 2>/dev/null || true
    rm -rf "$sockets"
    wine_end
}
trap end EXIT

count_processes() {
    wine "$programs/cycletime-top.exe" --once --interval 0.05 </dev/null 2>/dev/null |
        sed -n 's/.*, \([0-9]*\) processes, .*/\1/p'
}

# On the processor, all threads, in us.
time_of() {
    cat /proc/"$1"/task/*/schedstat | awk '{ sum += $1 } END { printf "%d\n", sum / 1000 }'
}

# Of this prefix's consoles the viewer's began last.
console() {
    for process in $(pgrep conhost); do
        ! tr '\0' '\n' <"/proc/$process/environ" | grep -qxF "WINEPREFIX=$WINEPREFIX" || found=$process
    done
    echo "$found"
}

process_of() {
    case $1 in
    console) console ;;
    viewer | nt | functions) cat "$work/look/$1" ;;
    esac
}

echo "bench: starting a crowd, which takes some seconds" >&2
wine "$look" crowd 85 >"$work/look/out" 2>/dev/null </dev/null &
until grep -q crowd "$work/look/out"; do sleep 0.2; done
for what in nt functions; do
    wine "$look" "$what" >/dev/null 2>&1 </dev/null &
    echo $! >"$work/look/$what"
done
terminal new-session -d -x 80 -y 24 \
    "sh -c 'echo \$\$ >\"$work/look/viewer\"; exec wine \"$programs/cycletime-top.exe\"'"
until terminal capture-pane -p | grep -q Mcycles/s; do sleep 0.2; done
sleep 3

echo "bench: measuring for $seconds s" >&2
for what in viewer console functions nt; do time_of "$(process_of "$what")"; done >"$work/look/before"
sleep "$seconds"
for what in viewer console functions nt; do time_of "$(process_of "$what")"; done >"$work/look/after"
paste "$work/look/before" "$work/look/after" | awk -v seconds="$seconds" -v processes="$(count_processes)" '
    { us[NR] = ($2 - $1) / seconds }
    END {
        printf "%d processes, a look each second, an 80 x 24 screen: processor time in us a look\n", processes
        printf "the viewer                                     %6.0f\n", us[1]
        printf "Wine'"'"'s console, which draws its screen          %6.0f\n", us[2]
        compared = "  viewer %.2f, with the console %.2f times that\n"
        all = us[1] + us[2]
        printf "the functions that it calls, alone             %6.0f" compared, us[3], us[1] / us[3], all / us[3]
        printf "NtQuerySystemInformation, classes 5 and 8      %6.0f" compared, us[4], us[1] / us[4], all / us[4]
    }'
