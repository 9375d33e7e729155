#!/bin/sh
# SPDX-License-Identifier: MIT
# Fails if a name that was given up comes back, or if a function in src has a name of one word, which neither grep nor a
# backtrace tells apart. CONTRIBUTING.md lists the words that cycletime uses in a sense of its own.
set -eu

cd "$(dirname "$0")/../.."
given_up=$(printf %s 'graft|ledger|unix_side|wine_host|cycletime_host|_HOST_(STATE|CLOCK)|import_slots|drop_in|substitution
drawn_clock|counter_scale|record_(file|slot|process|times|thread|layout)|thread_record
boot_facts|self_check|watched_thread|last_answer|(tick|cycle|counter)_rate|invariant_counter
complaint|burner|origins|as_alone|askers|unheld|length_contract' | tr '\n' '|')
failed=0
if git grep -nIiE "$given_up" -- ':!tests/fuzz/corpus' ':!scripts/lib/words.sh'; then
    echo "words: these names were given up"
    failed=1
fi

# The entry points, and the C library's functions that the preload library has to have itself.
entries='main|wmain|sigaction|mem(move|cpy|set)|str(len|ncmp|cmp|casecmp|rchr|str)'
# shellcheck disable=SC2046 # a list of names of files
if ctags -x --languages=C --kinds-C=f $(git ls-files 'src/*.[ch]') |
    awk '$1 !~ /_|[a-z][A-Z]/ { print $4 ":" $3 ": " $1 }' | grep -vE ": ($entries)$"; then
    echo "words: functions with a name of one word"
    failed=1
fi
exit "$failed"
