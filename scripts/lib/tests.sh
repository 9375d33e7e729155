# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced.

passed=0
failed=0
skipped=0

# run_tests PRESET RESULTS [CTEST'S OPTIONS]: one suite; its results go into the file RESULTS, an absolute path, and into
# the three sums.
run_tests() {
    preset=$1 results=$2
    shift 2
    echo "== test $preset"
    rm -f "$results"
    status=0
    ctest --preset "$preset" --output-on-failure --output-junit "$results" "$@" </dev/null || status=$?

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
    passed=$((passed + ${good:-0}))
    failed=$((failed + bad))
    skipped=$((skipped + ${left:-0}))
}
