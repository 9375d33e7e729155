# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced, in the checkout's folder: runs one part after the other, each with its log, and prints a table at the end. ctest
# has no such table: of a part it knows neither the processors' time nor the space that is left, nor what it did not run.

parts=build/parts
ran=() failed=
. scripts/lib/common.sh

# In kB, on the fuller of the two disks that are written to.
left_space() {
    df -Pk . "${TMPDIR:-/tmp}" | awk 'NR == 2 || NR > 1 && $4 < least { least = $4 } END { print least }'
}

# begin_parts: forgets earlier results.
begin_parts() {
    mkdir -p "$parts"
    rm -f "$parts"/*
}

# part NAME COMMAND...: runs COMMAND with its output in build/parts/NAME.log, and shows that at the end. Exit code 77 of
# COMMAND: it lacks something that could not be fetched, and its last line says what.
part() {
    local name=$1 status=0 result left_out TIMEFORMAT='%R %U %S'
    shift
    echo "== part $name begins, the log is $parts/$name.log"
    { time apart "$@" >"$parts/$name.log" 2>&1; } 2>"$parts/$name.time" || status=$?
    cat "$parts/$name.log"
    left_out=$(grep -c '^[^ ]*  *not run: ' "$parts/$name.log") || true
    case $status in
    0) result=passed$([ "$left_out" -eq 0 ] || echo ", $left_out not run") ;;
    77) result="not run: $(tail -n 1 "$parts/$name.log")" ;;
    *) result="FAILED, exit code $status" failed="$failed $name" ;;
    esac
    result=$result awk -v name="$name" -v left="$(left_space)" '{
        printf "%-9s %5.0f s %5.0f s of the processors %6.1f GB left  ", name, $1, $2 + $3, left / 1e6
        print ENVIRON["result"]
    }' "$parts/$name.time" >"$parts/$name.line"
    cat "$parts/$name.line"
    ran+=("$name")
    return "$status"
}

# left_out PART: a line for each thing that the part did not run, with the reason.
left_out() {
    sed -n "s/^\([^ ]*\)  *not run: /$(printf '%-9s' "$1") \1: /p" "$parts/$1.log"
}

# end_parts: prints the table. Returns 1 if a part has failed.
end_parts() {
    local name

    echo "== parts"
    for name in "${ran[@]}"; do cat "$parts/$name.line"; done
    printf '%-9s %5d s\n' all "$SECONDS"
    for name in "${ran[@]}"; do left_out "$name"; done >"$parts/not_run"
    if [ -s "$parts/not_run" ]; then
        echo "== not run"
        cat "$parts/not_run"
    fi
    [ -n "$failed" ] || return 0
    echo "FAILED:$failed"
    return 1
}
