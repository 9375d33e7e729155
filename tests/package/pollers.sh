# SPDX-License-Identifier: MIT
# pollers.sh TREE WORK MACHINE: programs that ask as task managers, psutil and hyperfine do run alone and under cycletime,
# and get correct times there; Wine's own tasklist runs in both places.
set -eu

tree=$1 work=$2 machine=$3
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
"$machine-w64-mingw32-gcc" -municode -O2 pollers.c -o "$work/pollers.exe"
failed=0

wrong() {
    echo "failed: $*"
    cat "$work/out"
    failed=$((failed + 1))
}

# ask KIND COMMAND...: Wine alone now and then ends without a word; then once more.
ask() {
    kind=$1
    shift
    for try in 1 2 3; do
        timeout 300 "$@" "$work/pollers.exe" "$kind" </dev/null 2>"$work/err" | tr -d '\r' >"$work/out"
        [ ! -s "$work/out" ] || return 0
        echo "no word from $kind, try $try"
    done
    wrong "$kind: nothing"
}

# value WHAT
value() {
    sed -n "s/^$1 //p" "$work/out"
}

# within LOW VALUE HIGH: kernel and user time are rounded apart.
within() {
    [ "$(value "$1")" -le $(($(value "$2") + 2)) ] && [ "$(value "$2")" -le $(($(value "$3") + 2)) ] \
        || wrong "$2 is not within $1 and $3"
}

# at_least VALUE LEAST
at_least() {
    [ "$(value "$1")" -ge "$2" ] || wrong "$1 is less than $2"
}

work_done=1000000  # 100 ms, in 100 ns; of the threads nine tenths: the process's begin is not in them
for kind in list process job; do
    ask "$kind" wine
    echo "alone, $kind: $(tr '\n' ' ' <"$work/out")"
    ask "$kind" "$tree/bin/cycletime" run
    echo "under cycletime, $kind: $(tr '\n' ' ' <"$work/out")"
    case $kind in
    list)
        at_least low-times "$work_done"
        within low-times listed-times high-times
        at_least listed-threads $((work_done / 10 * 9))
        at_least listed-cycles "$work_done" # no processor's TSC goes on at less than 10 MHz
        at_least all-cycles "$(value listed-cycles)"
        ;;
    process)
        at_least low-times "$work_done"
        within low-times opened-times high-times
        at_least opened-threads $((work_done / 10 * 9))
        ;;
    job)
        at_least child-times "$work_done"
        at_least job-times $(($(value child-times) - 2))
        [ "$(value job-processes)" -eq 1 ] || wrong 'not one process'
        ;;
    esac
done

# tasklist COMMAND...: into $work/out
tasklist() {
    timeout 300 "$@" tasklist </dev/null 2>"$work/err" | tr -d '\r' >"$work/out"
}

tasklist wine
if grep -qi '^services.exe' "$work/out"; then
    echo "tasklist"
    tasklist "$tree/bin/cycletime" run
    grep -qi '^services.exe' "$work/out" || wrong "tasklist under cycletime: no services.exe"
else
    echo "this Wine's tasklist reports nothing"
fi

[ "$failed" -eq 0 ]
