#!/bin/sh
# SPDX-License-Identifier: MIT
# newest.sh [OPTION]... [TEST...]: runs the native tests of the Linux side on Debian's newest Linux and C library, those of
# sid, in a machine that qemu emulates. A TEST is a part of a name, such as clock; only tests with it are run. With --all,
# what scripts/check runs: also the tests of clocks by each of Linux' clock sources, and 32-bit programs if this Linux runs
# none.
#
#   --wine              then also runs tests with the Linux side under sid's Wine there, and cycletime status
#   --32-bit            runs a selection of the tests as 32-bit programs, which that machine runs whatever this one does;
#                       its Wine runs them in the new WoW64 mode
#   --clocksource NAME  Linux keeps time there by NAME: tsc, hpet or acpi_pm
#
# Emulated, so it reports how Linux behaves, and never what anything costs. The machine's files are fetched once, as root or
# with the user namespaces of mmdebstrap, into $CYCLETIME_NEWEST or ~/.cache/cycletime/newest; to have today's, remove that
# folder. Exit code 77, and the reason in the last line: they could not be fetched, so nothing is known.
set -eu

usage() {
    echo "usage: newest.sh --all | [--wine] [--32-bit] [--clocksource hpet|acpi_pm|tsc] [TEST...]" >&2
    exit 2
}

arguments=$(getopt -n newest -o '' -l all,make:,wine,32-bit,clocksource: -- "$@") || usage
eval set -- "$arguments"
all='' make='' with_wine=false clocksource=tsc preset=x86_64 build=build/newest
while [ "$1" != -- ]; do
    case $1 in
    --all) all=yes ;;
    --make) make=$2 && shift ;;
    --wine) with_wine=true ;;
    --32-bit) preset=i686 build=build/newest_32 ;;
    --clocksource) clocksource=$2 && shift ;;
    esac
    shift
done
shift
case $clocksource in
hpet | acpi_pm | tsc) ;;
*) usage ;;
esac

cache=${CYCLETIME_NEWEST:-${XDG_CACHE_HOME:-$HOME/.cache}/cycletime/newest}
cd "$(dirname "$0")/../.."
top=$(pwd -P)
logs=$top/build/newest
. scripts/lib/common.sh

run_all() {
    status=0
    sh "$0" || status=$?
    [ "$status" -ne 77 ] || exit 77
    for source in hpet acpi_pm; do sh "$0" --clocksource "$source" clock || status=1; done
    if ! linux_runs_32_bit; then
        ended=0
        sh "$0" --wine --32-bit || ended=$?
        case $ended in
        0) ;;
        77) echo "32-bit        not run: the newest Wine could not be fetched" ;;
        *) status=1 ;;
        esac
    fi
    exit "$status"
}

# fetch machine|wine: makes $cache/PART.cpio, the first files of a Linux, and $cache/linux, that Linux itself, and
# $cache/busybox. The hidden option --make makes them without another look.
fetch() {
    [ ! -f "$cache/$1.cpio" ] || return 0
    echo "newest: fetching the newest Debian for the emulated machine: $1; the log is $logs/$1.log"
    # Two runs at once fetch it once.
    exec 9>"$cache/lock"
    flock 9
    [ -f "$cache/$1.cpio" ] || sh "$0" --make "$1" >"$logs/$1.log" 2>&1 || {
        grep -m 1 '^E: ' "$logs/$1.log" || true
        echo "the files of the emulated machine could not be fetched: $1"
        exit 77
    }
    exec 9>&-
}

# pack_files FOLDER NAME
pack_files() {
    (cd "$1" && find . -xdev | "$cache/busybox" cpio -o -H newc -R 0:0 2>/dev/null) >"$cache/$2.new"
    mv "$cache/$2.new" "$cache/$2.cpio"
    rm -rf --one-file-system "$1"
}

make_machine() {
    make_debian sid "$cache/files" --variant=extract \
        --include=busybox-static,libc6-i386,lib32gcc-s1,linux-image-cloud-amd64
    cp "$cache/files/usr/bin/busybox" "$cache"
    mv "$(find "$cache/files/" -name 'vmlinuz*' -type f)" "$cache/linux"
    # What the packages leave to their scripts; of their files, only libraries are needed.
    (cd "$cache/files" && rm -rf usr/lib/modules usr/lib/systemd usr/lib/dracut usr/lib/udev usr/share var etc dev
        ln -sf ../lib32/ld-linux.so.2 usr/lib/ld-linux.so.2
        for name in bin sbin lib lib64; do mkdir -p "usr/$name" && ln -sfn "usr/$name" "$name"; done
        mkdir -p dev proc sys tmp root etc)
    pack_files "$cache/files" machine
}

# A prefix takes minutes in the machine, and seconds out here. Without a display wineboot does its work, and fails.
make_wine() {
    # shellcheck disable=SC2016 # for that sh to expand
    make_debian sid "$cache/files" --variant=essential --include=wine,wine64,busybox-static --customize-hook='
        chroot "$1" env -i PATH=/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 WINEDEBUG=-all WINEPREFIX=/root/prefix \
            "WINEDLLOVERRIDES=mscoree,mshtml=;winemenubuilder.exe=d" \
            sh -euc "wine wineboot -i || true; wineserver -w; test -f /root/prefix/.update-timestamp"'
    # Nothing is drawn or installed there.
    (cd "$cache/files" && rm -rf usr/i686-w64-mingw32 usr/x86_64-w64-mingw32* usr/share/fonts usr/share/icons \
        usr/lib/x86_64-linux-gnu/dri var/lib/dpkg var/lib/apt var/cache)
    windows=$cache/files/root/prefix/drive_c/windows programs=$cache/files/usr/lib/x86_64-linux-gnu/wine
    link_copies "$windows/system32" "$programs/x86_64-windows"
    link_copies "$windows/syswow64" "$programs/i386-windows"
    pack_files "$cache/files" wine
}

# link_copies FOLDER ORIGINALS: the files of FOLDER that are copies of ORIGINALS become one with them.
link_copies() {
    for copy in "$1"/*; do
        original=$2/${copy##*/}
        if [ -f "$original" ] && cmp -s "$copy" "$original"; then ln -f "$original" "$copy"; fi
    done
}

# machine_run FILES MEMORY SECONDS: boots from FILES and the folder $work/in, which is /in there, runs /in/run, and prints
# what that prints. Succeeds if that did, before SECONDS have passed. On a busy machine Linux would not find that its timer
# works, so it does not check.
machine_run() {
    rm -rf "$work/over" "$work/output" "$work/console"
    mkdir "$work/over"
    cp tests/newest_linux/init.sh "$work/over/init"
    chmod +x "$work/over/init" "$work/in/run"
    echo "$clocksource" >"$work/in/clocksource"
    mv "$work/in" "$work/over/in"
    # Linux looks for the second archive where a block begins.
    cp "$1" "$work/initrd"
    truncate -s %512 "$work/initrd"
    (cd "$work/over" && find . | "$cache/busybox" cpio -o -H newc -R 0:0 2>/dev/null) >>"$work/initrd"
    apart timeout "$3" qemu-system-x86_64 -machine q35 -accel tcg,thread=multi -cpu max -smp 2 -m "$2" \
        -nic none -display none -monitor none -no-reboot -kernel "$cache/linux" -initrd "$work/initrd" \
        -append "console=ttyS0 rdinit=/init panic=-1 tsc=reliable clocksource=$clocksource no_timer_check quiet" \
        -serial "file:$work/console" -serial "file:$work/output" || true
    exit_on_signals
    cp "$work/console" "$work/output" "$logs" 2>/dev/null || true
    ended=$(tail -n 1 "$work/output")
    sed '$d' "$work/output"
    [ "$ended" != 'ended with 0' ] || return 0
    echo "newest: ${ended:-the machine said nothing}; see $logs/console and $logs/output" >&2
    return 1
}

# wanted TEST...: of the names on stdin those of which one is a part; without any, all.
wanted() {
    if [ $# -eq 0 ]; then cat; else grep -F "$(printf '%s\n' "$@")" || true; fi
}

# Which of the native tests are of the Linux side, and under what names they are built. Left out is what is a load of
# processes over files and locks, which takes a minute each there, and one that is a process for each failure of a call, of
# which no Linux is asked. Of 32 bits are those of threads, of what ends, and of the shared file.
names() {
    if [ "$preset" = i686 ]; then
        printf '%s\n' unixlib_rseq_probe unixlib_tsc_scale unixlib_rseq_area unixlib_threads unixlib_calls \
            unixlib_processors unixlib_shared_file unixlib_live_threads unixlib_process_lookup unixlib_reaper_entry
    else
        ctest --test-dir "$build" --show-only -R '^unixlib[.]' -E 'faults|shared_file_(stress|crowd|hostile)' |
            sed -n 's/^  Test *#[0-9]*: //p' | tr . _
    fi | wanted "$@"
}

# As the Linux side of 32 bits is built. The library for tests is a static one, which this machine need not have.
configure_32_bit() {
    scripts/lib/cmocka.sh linux32
    cmake --preset newest -B "$build" -DCMAKE_C_FLAGS='-m32 -O2 -msse2 -mfpmath=sse -fno-pie' \
        -DCMAKE_EXE_LINKER_FLAGS=-no-pie -DCMOCKA_LIBRARY="$top/build/cmocka/linux32/lib/libcmocka.a"
}

build_native() {
    echo "== build ${build#build/}"
    if [ "$preset" = i686 ]; then configure_32_bit; else cmake --preset newest; fi >"$logs/build.log"
    names "$@" >"$work/native"
    # shellcheck disable=SC2046 # a list of words of ours
    [ ! -s "$work/native" ] || cmake --build "$build" --target $(cat "$work/native") >>"$logs/build.log" ||
        { cat "$logs/build.log" >&2; exit 1; }
}

# put_native FOLDER: the tests, and the library that they need besides the C library.
put_native() {
    mkdir "$1/tests" "$1/lib"
    while read -r name; do
        cp "$build/tests/${name%%_*}/$name" "$1/tests"
    done <"$work/native"
    ldd "$1"/tests/* | sed -n 's/.*libcmocka[^ ]* => \([^ ]*\) .*/\1/p' | sort -u | xargs -I {} cp {} "$1/lib"
    cp tests/newest_linux/native.sh "$1/run"
}

# The test programs for Windows that are run with the Linux side there: of threads, processes, clocks and hooks. Others
# start hundreds of programs or threads, each of which takes a second there.
wine_names() {
    if [ "$preset" = i686 ]; then
        printf '%s\n' install_hooks thread_area functions-import
    else
        printf '%s\n' clocks-import install_hooks thread_area functions-import fast_clock
    fi | wanted "$@"
}

build_wine() {
    scripts/lib/cmocka.sh "$preset"
    scripts/install "$work/tree" >>"$logs/build.log" 2>&1 || { cat "$logs/build.log" >&2; exit 1; }
}

# put_wine FOLDER
put_wine() {
    cp -R "$work/tree" "$1/tree"
    mkdir "$1/tests"
    (cd "build/$preset/tests/wine" && cp ./*.exe ./*.dll "$1/tests")
    cp "$work/names" "$1/names"
    cp tests/newest_linux/wine.sh "$1/run"
}

case $make in
machine) make_machine ;;
wine) make_wine ;;
esac
[ -z "$make" ] || exit 0
[ -z "$all" ] || run_all
scripts/lib/packages newest
mkdir -p "$cache" "$logs"
fetch machine
! $with_wine || fetch wine
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exit_on_signals
# Two of them at once would be at the same build; in their machines they do not meet.
exec 8>"$logs/build.lock"
flock 8
build_native "$@"
if [ -s "$work/native" ]; then
    mkdir "$work/native in"
    put_native "$work/native in"
fi
: >"$work/names"
! $with_wine || wine_names "$@" >"$work/names"
if [ -s "$work/names" ]; then
    build_wine
    mkdir "$work/wine in"
    put_wine "$work/wine in"
fi
exec 8>&-

if [ ! -s "$work/native" ] && [ ! -s "$work/names" ]; then
    echo "newest: no test has a name with: $*" >&2
    exit 2
fi
status=0
if [ -s "$work/native" ]; then
    mv "$work/native in" "$work/in"
    echo "== newest Linux, $clocksource: native tests"
    machine_run "$cache/machine.cpio" 1G 900 || status=1
fi
if [ -s "$work/names" ]; then
    mv "$work/wine in" "$work/in"
    echo "== newest Linux, $clocksource: tests under Wine"
    machine_run "$cache/wine.cpio" 6G 3600 || status=1
fi
exit "$status"
