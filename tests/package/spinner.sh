# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced, with $machine and $work set.

# spin: starts spinner.exe on a processor that this machine lets us have, which is then $processor, until this script ends.
spin() {
    processor=$(sed -n 's/^Cpus_allowed_list:[[:blank:]]*\([0-9]*\).*/\1/p' /proc/self/status)
    "$machine-w64-mingw32-gcc" -O2 spinner.c -o "$work/spinner.exe"
    : >"$work/spinner.out"
    wine "$work/spinner.exe" "$processor" >"$work/spinner.out" 2>/dev/null </dev/null &
    spinner=$!
    trap 'kill -KILL "$spinner" 2>/dev/null || true' EXIT
    patience=1200
    until grep -q spins "$work/spinner.out"; do
        patience=$((patience - 1))
        [ "$patience" -gt 0 ] || { echo "spinner.exe does not spin"; exit 1; }
        sleep 0.1
    done
}
