# SPDX-License-Identifier: MIT
# output.sh TREE WORK: what cannot be written is a failure, and said in one line; where nobody reads it any more, as after
# "| head", nothing is said.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
cycletime=$tree/bin/cycletime failed=0

# said WHERE STATUS LINES COMMAND...
said() {
    [ "$2" -ne 0 ] && [ "$(grep -c '^cycletime: .*written' "$work/err")" -eq "$3" ] \
        && [ "$(grep -c '^cycletime' "$work/err")" -eq "$3" ] && return
    where=$1 status=$2
    shift 3
    echo "failed: $*, $where: status $status"
    cat "$work/err"
    failed=$((failed + 1))
}

# reported COMMAND...: to a full disk, and to a pipe whose reader has ended.
reported() {
    status=0
    timeout 300 "$cycletime" "$@" >/dev/full 2>"$work/err" </dev/null || status=$?
    said 'the disk is full' "$status" 1 "$@"
    rm -f "$work/pipe"
    mkfifo "$work/pipe"
    : <"$work/pipe" &
    exec 9>"$work/pipe"
    wait
    status=0
    timeout 300 "$cycletime" "$@" >&9 2>"$work/err" </dev/null 9>&- || status=$?
    exec 9>&-
    said 'nobody reads' "$status" 0 "$@"
}

reported version
reported help
reported help run
reported run --help
reported status
reported top --help
reported top --once --interval 0.1
reported top --count 2 --interval 0.1 --json
reported top --count 2 --interval 0.1 --csv
reported counters --help
reported counters --count 2 --interval 0.1 '\System\Processes'
reported counters --list Processor
reported bench --json
[ "$failed" -eq 0 ]
