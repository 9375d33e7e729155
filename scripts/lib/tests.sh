# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced.

passed=0
failed=0
skipped=0

# skipped_cases RESULTS: a line "TEST: CASE: REASON" for each case that a program of cmocka's skipped. Its name is told
# again at the end.
skipped_cases() {
    awk '
        { sub(/\r$/, "") }
        /^[[:blank:]]*<testcase name="/ { split($0, part, "\""); test = part[2] }
        match($0, /\[ RUN      \] /) { run = substr($0, RSTART + RLENGTH); reason = "no reason given" }
        /^skipped: / { reason = substr($0, 10) }
        match($0, /\[  SKIPPED \] /) && substr($0, RSTART + RLENGTH) == run { print test ": " run ": " reason; run = "" }
    ' "$1"
}

# run_tests PRESET RESULTS NUMBER [CTEST'S OPTIONS]: one suite, so many tests at once; its results go into the file RESULTS,
# an absolute path, and into the three sums. A case that a test's program skipped counts as skipped beside its test.
run_tests() {
    preset=$1 results=$2 number=$3
    shift 3
    echo "== test $preset"
    rm -f "$results"
    status=0
    # Skipped cases are told in the output of tests that passed.
    ctest --preset "$preset" --output-on-failure --output-junit "$results" --test-output-size-passed 10000000 \
        --parallel "$number" "$@" </dev/null || status=$?

    # The header's sums call a test whose program is missing skipped, so count the tests themselves.
    count() { grep -c "$1" "$results" 2>/dev/null || true; }
    all=$(count '^[[:blank:]]*<testcase ')
    good=$(count '^[[:blank:]]*<testcase .* status="run"')
    left=$(count '^[[:blank:]]*<testcase .* status="disabled"\|^[[:blank:]]*<skipped message="SKIP_')
    bad=$((${all:-0} - ${good:-0} - ${left:-0}))
    # No results at all, or a failure that no test owns.
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        bad=1
    fi
    cases=$([ ! -f "$results" ] || skipped_cases "$results")
    if [ -n "$cases" ]; then
        echo "Skipped by their programs:"
        printf '%s\n' "$cases"
        left=$((left + $(printf '%s\n' "$cases" | wc -l)))
    fi
    passed=$((passed + ${good:-0}))
    failed=$((failed + bad))
    skipped=$((skipped + ${left:-0}))
}

# write_line NAME WINE BEGIN: the sums, as a line of the matrix.
write_line() {
    printf '%-13s %-32s %4d passed %3d failed %3d skipped %5d s\n' "$1" "$2" "$passed" "$failed" "$skipped" \
        $(($(date +%s) - $3))
}
