# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
# Sourced by scripts/newest_linux: $cache, $work, $logs and $clocksource are its.

# machine_cleanup: from here on $work goes when this ends, and the machine with it.
machine_cleanup() {
    machine=
    trap 'rm -rf "$work"' EXIT
    trap 'machine_end; exit 129' HUP
    trap 'machine_end; exit 130' INT
    trap 'machine_end; exit 143' TERM
}

machine_end() {
    if [ -n "$machine" ]; then
        kill "$machine" 2>/dev/null || true
        wait "$machine" || true
    fi
}

# emulate SECONDS MEMORY: the emulator is sid's, as is all that it is linked with. On a busy machine Linux would not find
# that its timer works.
emulate() {
    libraries=$cache/machine/emulator/usr/lib
    shared=$cache/machine/emulator/usr/share
    exec timeout "$1" "$libraries/x86_64-linux-gnu/ld-linux-x86-64.so.2" --library-path "$libraries/x86_64-linux-gnu" \
        "$cache/machine/emulator/usr/bin/qemu-system-x86_64" -L "$shared/qemu" -L "$shared/seabios" \
        -machine q35 -accel tcg,thread=multi -cpu max -smp 2 -m "$2" -nic none -display none -monitor none -no-reboot \
        -kernel "$cache/machine/linux" -initrd "$work/initrd" \
        -append "console=ttyS0 rdinit=/init panic=-1 tsc=reliable clocksource=$clocksource no_timer_check quiet" \
        -serial "file:$work/console" -serial "file:$work/output" </dev/null
}

# machine_run FILES MEMORY SECONDS: boots from FILES and the folder $work/in, which is /in there, runs /in/run, and prints
# what that prints. Succeeds if that did, before SECONDS have passed.
machine_run() {
    rm -rf "$work/over" "$work/output" "$work/console"
    mkdir "$work/over"
    cp scripts/lib/newest/init.sh "$work/over/init"
    chmod +x "$work/over/init" "$work/in/run"
    echo "$clocksource" >"$work/in/clocksource"
    mv "$work/in" "$work/over/in"
    # Linux looks for the second archive where a block begins.
    cp "$1" "$work/initrd"
    truncate -s %512 "$work/initrd"
    (cd "$work/over" && find . | "$cache/machine/busybox" cpio -o -H newc -R 0:0 2>/dev/null) >>"$work/initrd"
    emulate "$3" "$2" &
    machine=$!
    wait "$machine" || true
    machine=
    cp "$work/console" "$work/output" "$logs" 2>/dev/null || true
    ended=$(tail -n 1 "$work/output")
    sed '$d' "$work/output"
    [ "$ended" != 'ended with 0' ] || return 0
    echo "newest: ${ended:-the machine said nothing}; see $logs/console and $logs/output" >&2
    return 1
}
