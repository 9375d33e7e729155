#!/bin/sh
# SPDX-License-Identifier: MIT
# try.sh SUITE ROOTS PACKAGES: installs the packages in PACKAGES in a bare Debian, as a newcomer does: runs the lines of
# README.md's section Installation, as they are, in a copy of ROOTS/SUITE-bare, which it makes if it is not there. All
# output goes through pipes. Then it uses Debian's packages, removes them, and does the same with the archive. Run as root.
# try.sh --inside SUITE ROOTS PACKAGES: the same, in a mount namespace of its own. Exit code 77: there is no such Debian.
set -eu

cd "$(dirname "$0")/../.."
inside=
[ "$1" != --inside ] || { inside=yes && shift; }
suite=$1 roots=$2 packages=$3
bare=$roots/$suite-bare
. scripts/lib/common.sh
. scripts/lib/debian.sh

fail() {
    echo "try: $suite: $*" >&2
    exit 1
}

# make_bare: a Debian with the packages that none is without, no lists of packages, and nothing that make_debian left out.
make_bare() {
    echo "try: making a bare Debian $suite in $roots"
    # shellcheck disable=SC2016 # for mmdebstrap to expand
    make_debian "$suite" "$bare.new" --mode=root --variant=minbase \
        --customize-hook='rm "$1/etc/dpkg/dpkg.cfg.d/99mmdebstrap"' >"$bare.log" 2>&1 && mv "$bare.new" "$bare" && return
    cat "$bare.log" >&2
    echo "try: Debian $suite could not be fetched"
    exit 77
}

if [ -z "$inside" ]; then
    [ -d "$bare" ] || make_bare
    exec unshare --mount sh scripts/lib/try.sh --inside "$@"
fi

# run COMMAND...: runs COMMAND in the Debian, as root logs in. Its stdin agrees to each question.
run() {
    yes | unshare --root="$root" --wd=/root env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        DEBIAN_FRONTEND=noninteractive timeout 1800 "$@"
}

remove_copy() {
    run wineserver -k >/dev/null 2>&1 || true
    run wineserver -w >/dev/null 2>&1 || true
    umount -l "$root" "$work"
    rmdir "$work"
}

# make_copy: in $root, which can be written to; the Debian stays as it is.
make_copy() {
    work=$(mktemp -d)
    root=$work/root
    mount -t tmpfs -o mode=755 try "$work"
    mkdir "$root" "$work/upper" "$work/work"
    mount -t overlay -o "lowerdir=$bare,upperdir=$work/upper,workdir=$work/work" try "$root"
    trap remove_copy EXIT
    exit_on_signals
    for place in dev proc sys; do mount --rbind /$place "$root/$place"; done
    mount -t tmpfs shm "$root/dev/shm"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    cp "$packages"/* "$root/root"
}

# run_blocks NUMBER...: runs these blocks of README.md's section Installation in one shell, prints their lines, what apt
# installed and how long they took, and leaves their output in $work/out.
run_blocks() {
    for number; do
        awk -v number="$number" -f scripts/lib/readme_block.awk README.md ||
            fail "README.md's section Installation has no block $number"
    done >"$root/root/lines"
    sed 's/^/$ /' "$root/root/lines"
    begin=$(date +%s)
    { run sh -eu lines 2>&1 || echo "exit code $?"; } | cat | tr -d '\r' >"$work/out"
    sed -n '/newly installed/p; /disk space/p; /Installing: [0-9]/p; /Space needed/p' "$work/out"
    echo "$suite: $(wc -l <"$work/out") lines of output in $(($(date +%s) - begin)) s"
    grep -q '^exit code' "$work/out" || return 0
    cat "$work/out" >&2
    grep -q 'Failed to fetch\|Unable to fetch' "$work/out" || fail "these lines fail"
    echo "try: packages of Debian $suite could not be fetched"
    exit 77
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
        "$machine-w64-mingw32-gcc" -O2 tests/demo/timeit.c -o "$root/root/timeit.$machine.exe"
        expect '^child.s cycles, millions: [1-9]' "$1" run "timeit.$machine.exe" 200
    done
}

# use_debs: what Debian's packages bring beside the command. cycletime-dev needs no other package.
use_debs() {
    run sh -c 'apt-get -q --no-install-recommends install ./cycletime-dev_*.deb' >"$work/out" 2>&1 ||
        { cat "$work/out" >&2 && fail "cycletime-dev cannot be installed"; }
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
    run apt-get -q purge $names >"$work/out" 2>&1 || { cat "$work/out" >&2 && fail "they cannot be removed"; }
    find "$root" -xdev \( -path "$root/root" -o -path "$root/var/lib/apt" -o -path "$root/var/cache" \) -prune -o \
        -name '*cycletime*' -print >"$work/left"
    [ ! -s "$work/left" ] || { cat "$work/left" >&2 && fail "something is left behind"; }
}

(cd "$packages" && sha256sum -c SHA256SUMS) || fail "no packages in $packages: run scripts/package --deb"
make_copy
for tool in cc gcc clang xz wine man; do
    [ -z "$(run sh -c "command -v $tool")" ] || fail "this Debian has $tool, so it is not bare"
done
run_blocks 1 2
run_blocks 4
machines_of "$root"
expect_active
use_command cycletime
use_debs
remove_debs
run_blocks 3 4
expect_active
use_command "$(cd "$root" && echo ./root/cycletime-*-wine/bin/cycletime | sed 's/^[.]//')"
show_32_bit "$root"
echo "try: README.md's lines work in a bare Debian $suite"
