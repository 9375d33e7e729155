# SPDX-License-Identifier: MIT
# options.sh TREE: the manual page and each shell's completion have exactly the subcommands and options of the command, the
# viewer, the counters and the benchmark, and the completions work.
set -eu

tree=$1
command=../../src/tools/command
. ./pe.sh

page=$tree/share/man/man1/cycletime.1
bash=$tree/share/bash-completion/completions/cycletime
zsh=$tree/share/zsh/site-functions/_cycletime
fish=$tree/share/fish/vendor_completions.d/cycletime.fish

words() {
    tr ' |' '\n\n' | grep -x -e '--[a-z-]*[a-z]' | sort -u
}
# The options, as the sources parse them.
run=$({
    grep -o '"[a-z-]*", RUN_' ../../src/protocol/run_options.h | sed 's/"\(.*\)".*/--\1/' | grep -vx -e --must -e --off
    echo --best-effort # the absence of "must"
} | words)
time=$(grep -o 'strcmp([a-z*]*, "--[a-z]*")' $command/arguments.c | sed 's/.*"\(.*\)".*/\1/' | words | grep -vx -e --help)
top=$(grep -o '{ L"--[a-z]*"' ../../src/tools/top/choice.c | sed 's/.*L"\(.*\)"/\1/' | words)
counters=$(grep -o '{ L"--[a-z]*"' ../../src/tools/counters/options.c | sed 's/.*L"\(.*\)"/\1/' | words)
bench=$(grep -o 'L"--[a-z]*"' ../../src/tools/bench/main.c | sed 's/L"\(.*\)"/\1/' | grep -vx -e --status | words)
subcommands=$(sed -n 's/.*"\(usage: \|       \)cycletime \([a-z][a-z]*\).*/\2/p' $command/help.c | sort -u)
for found in "$run" "$time" "$top" "$counters" "$bench" "$subcommands"; do
    [ "$(printf '%s\n' "$found" | wc -l)" -ge 2 ] || fail "the options are not found in the sources"
done
all=$(printf '%s\n' "$run" "$time" "$top" "$counters" "$bench" | sort -u)

same 'the usage, run' "$run" \
    "$("$tree/bin/cycletime" help | sed -n '/^run /,/^wrap /s/^        \(--[a-z-]*\) .*/\1/p' | words)"
same 'the usage, time' "$time" \
    "$("$tree/bin/cycletime" help | sed -n '/^time /,/^status /s/^        \(--[a-z-]*\) .*/\1/p' | words)"
same 'the page' "$all" "$(sed -n 's/.*\(It\|Op\) Fl \(-[a-z-]*\).*/-\2/p' "$page" | words)"
same 'the page, subcommands' "$subcommands" "$(sed -n 's/^\.It Cm //p' "$page" | sort -u)"
same 'bash' "$all" "$(grep "options+*='" "$bash" | sed "s/.*options+*='//; s/'.*//" | words)"
same 'zsh' "$all" "$(grep -o -e "['\"]--[a-z-]*\\[" "$zsh" | tr -d "'\"[" | words)"
same 'fish' "$all" "$(sed -n 's/^complete .* -l \([a-z-]*\) .*/--\1/p' "$fish" | words)"

# completed LINE: prints bash's completions of the last word, which is empty if LINE ends with a blank.
completed() {
    bash -uc '. "$1"
        read -r -a COMP_WORDS <<<"$2"
        [ "${2% }" = "$2" ] || COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _cycletime
        printf "%s\n" "${COMPREPLY[@]}" | sort -u' bash "$bash" "$1"
}
same 'bash, subcommands' "$subcommands" "$(completed 'cycletime ')"
same 'bash, the beginning of a subcommand' top "$(completed 'cycletime to' | grep -x top)"
same 'bash, a command' true "$(completed 'cycletime tru' | grep -x true)"
same 'bash, a file' options.sh "$(completed 'cycletime options.s')"
same 'bash, run' "$run" "$(completed 'cycletime run --')"
same 'bash, time' "$(printf '%s\n' "$run" "$time" | sort)" "$(completed 'cycletime time --')"
same 'bash, behind the file of the times' "$(completed 'cycletime time --')" "$(completed 'cycletime time --output a --')"
same 'bash, top' "$top" "$(completed 'cycletime top --')"
same 'bash, counters' "$counters" "$(completed 'cycletime counters --')"
same 'bash, bench' "$bench" "$(completed 'cycletime bench --')"
same 'bash, after the program' '' "$(completed 'cycletime run program.exe --')"
same 'bash, after the program without a subcommand' options.sh "$(completed 'cycletime program.exe options.s')"
same 'bash, after two hyphens' options.sh "$(completed 'cycletime -- options.s')"
same 'bash, after two hyphens and a program' '' "$(completed 'cycletime -- top --')"
if command -v fish >/dev/null; then
    suggested() {
        fish -c 'source $argv[1]; complete -C $argv[2]' "$fish" "$1" | cut -f 1 | sort
    }
    same 'fish, subcommands' "$subcommands" "$(suggested 'cycletime ')"
    same 'fish, a command' true "$(suggested 'cycletime tru' | grep -x true)"
    same 'fish, a file' options.sh "$(suggested 'cycletime options.s')"
    same 'fish, after the program without a subcommand' options.sh "$(suggested 'cycletime program.exe options.s')"
    same 'fish, after two hyphens and a program' '' "$(suggested 'cycletime -- top --')"
    same 'fish, run' "$run" "$(suggested 'cycletime run --')"
    same 'fish, top' "$top" "$(suggested 'cycletime top --')"
    same 'fish, counters' "$counters" "$(suggested 'cycletime counters --')"
fi
if command -v zsh >/dev/null; then zsh -n "$zsh"; fi
if command -v mandoc >/dev/null; then mandoc -T lint -W warning "$page"; fi
