# SPDX-License-Identifier: MIT
# other_clock.sh BUILD TREE WORK: where reading a clock of Linux' takes a system call, as with hpet, `cycletime status`
# says so and the functions of --fast-clock are the system's own; where Linux drops its clock source while a program runs,
# and takes it again, their answers stay true and do not go back.
set -eu

build=$1 tree=$2 work=$3 machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
gcc -O2 -D_GNU_SOURCE -shared -fPIC -o "$work/other_clock.so" other_clock.c -ldl
wrong=0

# with CLOCKS COMMAND...
with() {
    clocks=$1 preload=${preload-}
    shift
    env CYCLETIME_TEST_CLOCKS="$clocks" LD_PRELOAD="$work/other_clock.so${preload:+:$preload}" WINEDEBUG=-all \
        "$@" </dev/null
}

with called "$tree/bin/cycletime" status >"$work/status" || wrong=1
if [ "$(grep -c '^CLOCK_.* read by a system call' "$work/status")" -ne 3 ] || ! grep -q '^clocksource ' "$work/status"; then
    echo "failed: the status does not say how Linux' clocks are read"
    cat "$work/status"
    wrong=1
fi
# Its children hook themselves.
preload="$build/x86_64/tests/wine/lib/preload/\${PLATFORM}/cycletime_preload.so"
for clocks in called changing; do
    with "$clocks" env WINEDLLPATH="$build/x86_64/tests/wine/lib/wine" CYCLETIME_UNIXLIB= CYCLETIME_TEST_LINUX=1 \
        CYCLETIME_RUN="off ack=$work/first" \
        wine "$build/x86_64/tests/wine/fast_clock.exe" >"$work/$clocks" 2>&1 || true
    if [ "$(tr -d '\r' <"$work/$clocks" | tail -n 1)" != 'all tests passed' ]; then
        echo "failed: with clocks that are $clocks"
        cat "$work/$clocks"
        wrong=1
    fi
done
[ "$wrong" -eq 0 ] && echo "clocks by a system call are reported as such, and left to the system"
