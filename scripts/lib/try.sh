#!/bin/sh
# SPDX-License-Identifier: MIT
# try.sh SECTION SUITE PACKAGES: runs the lines of a section of a page, as they are, in a copy of the bare Debian
# SUITE-bare (debian.sh), as a newcomer does. All output goes through pipes. Run as root; CYCLETIME_ROOTS names the folder
# of the Debians.
#   Installation     installs the packages in PACKAGES, uses Debian's, removes them, and does the same with the archive
#   From a checkout  runs the commands in a clone of this checkout, and prints how long each took and what the disk lost
#   Containers       docs/ci.md's Dockerfile, each RUN alone, and then three times the job that uses its image
# Exit code 77: there is no such Debian.
set -eu

cd "$(dirname "$0")/../.."
section=$1 suite=$2 packages=$3
roots=$CYCLETIME_ROOTS
. scripts/lib/common.sh
. scripts/lib/debian.sh

fail() {
    echo "try: $suite: $*" >&2
    exit 1
}

if [ -z "${WORK-}" ]; then
    make_work
    in_namespaces "$work" sh scripts/lib/try.sh "$@"
    exit
fi
work=$WORK

# run COMMAND...: its stdin agrees to each question.
run() {
    yes | run_inside timeout --foreground 3600 "$@"
}

# hide_32_bit: its Wine is then one without a 32-bit half. Debian's command wine would else start that loader, whether
# this Linux can or not.
hide_32_bit() {
    mkdir "$root/no-folder"
    : >"$root/no-program"
    for program in wine wineserver32; do
        [ ! -e "$root/usr/lib/wine/$program" ] || mount --bind "$root/no-program" "$root/usr/lib/wine/$program"
    done
    [ ! -d "$root/usr/lib/i386-linux-gnu/wine" ] || mount --bind "$root/no-folder" "$root/usr/lib/i386-linux-gnu/wine"
}

# show_32_bit: undoes hide_32_bit.
show_32_bit() {
    for place in wine/wine wine/wineserver32 i386-linux-gnu/wine; do umount "$root/usr/lib/$place" 2>/dev/null || true; done
    rm -rf "$root/no-folder" "$root/no-program"
}

# find_machines: sets $machines to the machines whose Windows programs its Wine runs here. Not every Debian has a Wine
# for 32-bit programs, and not every Linux runs that.
find_machines() {
    machines='x86_64 i686' lack=
    [ -x "$root/usr/lib/wine/wine" ] || lack='this Debian has no Wine for 32-bit programs'
    linux_runs_32_bit || lack=$no_32_bit
    if [ -n "$lack" ]; then
        machines=x86_64
        hide_32_bit
        echo "i686          not run: $lack"
    fi
}

# readme_block NUMBER: prints this block of the section.
readme_block() {
    awk -v section="$section" -v number="$1" -f scripts/lib/readme_block.awk README.md ||
        fail "README.md's section $section has no block $1"
}

# fail_or_leave: what failed is in $work/out. That something could not be fetched says nothing about the lines.
fail_or_leave() {
    cat "$work/out" >&2
    grep -q 'Failed to fetch\|Unable to fetch' "$work/out" || fail "these lines fail"
    echo "try: packages of Debian $suite could not be fetched"
    exit 77
}

# run_blocks NUMBER...: runs these blocks in one shell, prints their lines, what apt installed and how long they took, and
# leaves their output in $work/out.
run_blocks() {
    for number; do readme_block "$number"; done >"$root/root/lines"
    sed 's/^/$ /' "$root/root/lines"
    begin=$(date +%s)
    { run sh -eu lines 2>&1 || echo "exit code $?"; } | cat | tr -d '\r' >"$work/out"
    sed -n '/newly installed/p; /disk space/p; /Installing: [0-9]/p; /Space needed/p' "$work/out"
    echo "$suite: $(wc -l <"$work/out") lines of output in $(($(date +%s) - begin)) s"
    ! grep -q '^exit code' "$work/out" || fail_or_leave
}

# expect PATTERN COMMAND...: runs COMMAND in the Debian, and prints the first line of its output that matches PATTERN.
expect() {
    pattern=$1
    shift
    echo "\$ $*"
    run env WINEDEBUG=-all "$@" 2>"$work/err" | tr -d '\r' >"$work/out"
    grep -m 1 "$pattern" "$work/out" || { cat "$work/out" "$work/err" >&2 && fail "no line matches $pattern"; }
}

# expect_active: the last line of the block was cycletime status.
expect_active() {
    grep -m 1 '^Linux side  active$' "$work/out" || { cat "$work/out" >&2 && fail "the Linux side is not active"; }
}

# use_command COMMAND: runs Windows programs with it.
use_command() {
    for machine in $machines; do
        "$machine-w64-mingw32-gcc" -O2 scripts/lib/demo/timeit.c -o "$root/root/timeit.$machine.exe"
        expect '^child.s cycles, millions: [1-9]' "$1" run "timeit.$machine.exe" 200
    done
}

# run_apt ARGUMENT...: the scripts of Wine's 32-bit half, which apt may run, write into its folder.
run_apt() {
    show_32_bit
    run apt-get -q "$@" >"$work/out" 2>&1 || { cat "$work/out" >&2 && fail "this fails: apt-get $*"; }
    [ "$machines" != x86_64 ] || hide_32_bit
}

# use_debs: what Debian's packages bring beside the command. cycletime-dev needs no other package.
use_debs() {
    run_apt --no-install-recommends install "./$(cd "$packages" && echo cycletime-dev_*.deb)"
    grep 'newly installed\|Installing: ' "$work/out"
    cat >"$root/root/complete" <<'END'
. /usr/share/bash-completion/completions/cycletime
COMP_WORDS=(cycletime '') COMP_CWORD=1
_cycletime
echo "${COMPREPLY[*]}"
END
    expect '^run wrap' bash complete
    for page in man1/cycletime.1.gz man3/CycletimeQueryAccuracy.3.gz; do
        expect '^[.]Nm\|^[.]SH' zcat "/usr/share/man/$page"
    done
}

# remove_debs: nothing of them stays, but for what apt keeps of each package that it has seen.
remove_debs() {
    names=$(run dpkg-query -W -f '${binary:Package} ' 'cycletime*')
    echo "\$ apt purge $names"
    # shellcheck disable=SC2086 # a list of words
    run_apt purge $names
    find "$root" -xdev \( -path "$root/root" -o -path "$root/var/lib/apt" -o -path "$root/var/cache" \) -prune -o \
        -name '*cycletime*' -print >"$work/left"
    [ ! -s "$work/left" ] || { cat "$work/left" >&2 && fail "something is left behind"; }
}

# try_installation: by the packages, then by the archive.
try_installation() {
    cp "$packages"/* "$root/root"
    (cd "$root/root" && sha256sum -c SHA256SUMS) || fail "no packages in $packages: run scripts/package --deb"
    run_blocks 1 2
    find_machines
    run_blocks 4
    expect_active
    use_command cycletime
    use_debs
    remove_debs
    run_blocks 3 4
    expect_active
    use_command "$(cd "$root" && echo ./root/cycletime-*-wine/bin/cycletime | sed 's/^[.]//')"
    show_32_bit
}

# used_space: of the Debian's copy, in MB.
used_space() {
    du -smx "$work/upper" | cut -f 1
}

# try_checkout: each command of the section's first block by itself. The demo's programs must have had their times, and no
# test may have failed.
try_checkout() {
    git -c safe.directory='*' clone -q --no-hardlinks . "$root/root/checkout"
    run apt-get -q update >"$work/out" 2>&1 || fail_or_leave
    readme_block 1 | grep '^[^#]' >"$work/commands"
    while read -r line; do
        echo "\$ $line"
        space=$(used_space) begin=$(date +%s)
        { run bash -c "cd checkout && $line" 2>&1 || echo "exit code $?"; } | cat | tr -d '\r' >"$work/out"
        echo "$suite: $(wc -l <"$work/out") lines of output in $(($(date +%s) - begin)) s," \
            "$(($(used_space) - space)) MB of the disk"
        ! grep -q '^exit code' "$work/out" || fail_or_leave
        case $line in
        scripts/demo) sed -n '/plain Wine .*with cycletime/,/^  frames/p' "$work/out" ;;
        scripts/test) tail -n 3 "$work/out" ;;
        esac
    done <"$work/commands"
    run grep -q . checkout/build/x86_64/tests.xml || fail "no tests were run"
    expect_command=$(sed -n "s|^scripts/install ~|/root|p" "$work/commands")/bin/cycletime
    expect '^Linux side  active$' "$expect_command" status
    machines=x86_64
    use_command "$expect_command"
}

# ci_block LANGUAGE: prints this block of docs/ci.md's section, with continued lines as one.
ci_block() {
    sed -n '/^## Containers$/,/^## /p' docs/ci.md | sed -n "/^\`\`\`$1$/,/^\`\`\`$/{ /^\`\`\`/d; p }" |
        sed ':a; /\\$/ { N; s/\\\n *//; ta }'
}

# run_alone USER LINE: as a container's only process, with which all that it has started ends, by SIGKILL.
run_alone() {
    echo "\$ $2"
    { run unshare --pid --fork --kill-child --mount-proc su -s /bin/sh "$1" -c "cd && $2" 2>&1 || echo "exit code $?"; } |
        cat >"$work/out"
    ! grep -q '^exit code' "$work/out" || fail_or_leave
}

# try_containers: the image's user has no prefix but the one in the image, and that is not made again.
try_containers() {
    user=root
    ci_block dockerfile >"$work/image"
    while read -r word rest; do
        case $word in
        FROM) [ "$rest" = "debian:$(cut -d. -f1 "$root/etc/debian_version")" ] || fail "it is not $rest" ;;
        COPY) cp "$packages/${rest% *}" "$root/${rest##* }" ;;
        USER) user=$rest ;;
        RUN) run_alone "$user" "$rest" ;;
        *) fail "this line is not known: $word $rest" ;;
        esac
    done <"$work/image"
    place=$root/home/$user
    cp tests/package/runners/program.cpp "$place"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(job CXX)' 'enable_testing()' \
        'add_executable(program program.cpp)' 'add_test(NAME passes COMMAND program)' >"$place/CMakeLists.txt"
    ci_block yaml | sed -n 's/^ *- //p' >"$work/job"
    stamp=$(stat -c %y "$place/.wine/.update-timestamp")
    for _ in 1 2 3; do
        while read -r line; do run_alone "$user" "$line"; done <"$work/job"
        cat "$work/out"
    done
    [ "$stamp" = "$(stat -c %y "$place/.wine/.update-timestamp")" ] || fail "the prefix was made again"
}

need_debian "$suite-bare"
open_copy "$suite-bare"
for tool in cc gcc clang xz wine man; do
    [ -z "$(run sh -c "command -v $tool")" ] || fail "this Debian has $tool, so it is not bare"
done
case $section in
Installation) try_installation ;;
Containers) try_containers ;;
*) try_checkout ;;
esac
echo "try: the lines of $section work in a bare Debian $suite"
