# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034
# Sourced, in the checkout's folder. With --repeat until-pass alone ctest repeats a test while others run beside it, and
# then says neither which ones were unsteady nor why they failed first; and it has one sum for each preset.

most_unsteady=5
outcomes= # a line for each test, as results.py prints it; "unsteady" is an outcome too

# run_ctest RESULTS [CTEST'S OPTIONS]: results.py needs the output of tests that passed for their skipped cases.
run_ctest() {
    run_ctest_results=$1
    shift
    ctest --preset "$preset" --output-on-failure --output-junit "$run_ctest_results" \
        --test-output-size-passed 10000000 --test-output-size-failed 10000000 "$@" </dev/null
}

# run_tests PRESET RESULTS NUMBER [CTEST'S OPTIONS]: runs the tests of one preset, NUMBER at once, with the results in the
# file RESULTS, an absolute path. A test that failed is then run up to twice more, with nothing beside it. If it passes, it
# is unsteady.
run_tests() {
    preset=$1 results=$2 number=$3
    shift 3
    echo "== test $preset"
    rm -f "$results" "$results.again"
    status=0
    run_ctest "$results" --parallel "$number" "$@" || status=$?
    first=$([ ! -f "$results" ] || python3 -B scripts/lib/results.py "$results")
    again=
    if printf '%s\n' "$first" | grep -q '^failed'; then
        echo "== test $preset: the failed tests again, one at a time"
        run_ctest "$results.again" --rerun-failed --repeat until-pass:2 || true
        again=$([ ! -f "$results.again" ] || python3 -B scripts/lib/results.py "$results.again")
    elif [ "$status" -ne 0 ]; then
        first=$(printf '%s\nfailed\t%s\tctest returned %s' "$first" "$preset" "$status")
    fi
    outcomes=$(printf '%s\n' "$outcomes" && { printf '%s\n' "$again" && echo again-above && printf '%s\n' "$first"; } |
        awk -F '\t' -v OFS='\t' '
            $1 == "again-above" { is_first = 1; next }
            !is_first { if ($1 == "passed") passed[$2] = 1; next }
            $1 == "failed" && $2 in passed { $1 = "unsteady" }
            $1 != "" { print }')
}

# leave_out NAME NUMBER REASON: counts NUMBER tests as skipped.
leave_out() {
    outcomes=$(printf '%s\n' "$outcomes" && awk -v name="$1" -v number="$2" -v reason="$3" 'BEGIN {
        for (i = 0; i < number; i++) printf "skipped\t%s\t%s\n", name, reason
    }')
}

# count OUTCOME
count() {
    printf '%s\n' "$outcomes" | grep -c "^$1" || true
}

# count_all: sets the sums. An unsteady test has passed.
count_all() {
    unsteady=$(count unsteady)
    passed=$(($(count passed) + unsteady))
    failed=$(count failed)
    skipped=$(count skipped)
}

# print_outcomes: one line for each reason to skip, then the unsteady and the failed tests with their first failures.
print_outcomes() {
    printf '%s\n' "$outcomes" | awk -F '\t' '
        $1 == "skipped" && !count[$3]++ { reasons[++all] = $3; first[$3] = $2 }
        $1 == "unsteady" { unsteady = unsteady "  " $2 ": " $3 "\n" }
        $1 == "failed" { failed = failed "  " $2 ": " $3 "\n" }
        END {
            if (all) print "== skipped"
            for (i = 1; i <= all; i++) {
                reason = reasons[i]
                printf "%5d  %s (%s%s)\n", count[reason], reason, first[reason], (count[reason] > 1 ? ", ..." : "")
            }
            if (unsteady) printf "== unsteady: failed once, and passed when run again\n%s", unsteady
            if (failed) printf "== failed\n%s", failed
        }'
}

# have_passed: after count_all.
have_passed() {
    if [ "$unsteady" -gt "$most_unsteady" ]; then
        echo "$unsteady tests are unsteady; more than $most_unsteady fail the run"
        return 1
    fi
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
