#!/bin/sh
# SPDX-License-Identifier: MIT
# configuration.sh WHAT NAME [COMMAND...]: one configuration of the matrix, as root. In a copy of its Debian, where the
# checkout and what is built in it lie at the same path, it takes the first steps (tests/package/quick.py), and then, if
# WHAT is "test" or "test--all", runs scripts/test and the benchmark. Writes passed, failed or not_run to
# build/matrix/NAME/outcome, its line to .../result and all output to .../log.
# If WHAT is "shell", it runs COMMAND there instead; if "make", it only makes the Debian. Exit code 77: not run.
# CYCLETIME_ROOTS names the folder of the Debians.
set -eu

cd "$(dirname "$0")/../.."
top=$(pwd -P)
what=$1 configuration=$2
matrix=$top/build/matrix
roots=$CYCLETIME_ROOTS
. scripts/lib/common.sh
. scripts/lib/debian.sh

# run_apart ARGUMENT...: this script in namespaces of its own, in which it finds the variable WORK.
run_apart() {
    make_work
    in_namespaces "$work" sh scripts/lib/configuration.sh "$@"
}

# log_configuration ARGUMENT...: the same, as one of several that may run at once.
log_configuration() {
    status=0 outcome=failed
    echo "== $configuration: begins, the log is build/matrix/$configuration/log"
    run_apart "$@" >"$matrix/$configuration/log" 2>&1 </dev/null || status=$?
    flock "$matrix/lock" sed "1i\\== $configuration" "$matrix/$configuration/log"
    line=$(tail -n 1 "$matrix/$configuration/log")
    case $status in
    0) outcome=passed ;;
    77) outcome=not_run line="not run: $line" ;;
    *) line="FAILED: $line" ;;
    esac
    echo $outcome >"$matrix/$configuration/outcome"
    printf '%-17s %s\n' "$configuration" "$line" >"$matrix/$configuration/result"
}

if [ -z "${WORK-}" ]; then
    case $what in
    shell | make) run_apart "$@" ;;
    *) log_configuration "$@" ;;
    esac
    exit
fi
work=$WORK
shift 2
begin=$(date +%s)

tree=$matrix/tree wine='' folder='' machines=x86_64 left=''
case $configuration in
bookworm-*) wine=wine-8. debian=$configuration ;;
trixie-*) wine=wine-10. debian=$configuration ;;
two-part-library) debian=bookworm-64 tree=$matrix/two-part-library/usr ;;
container) debian=bookworm-64 ;;
# The newer C library has what another Wine may need.
wine-*)
    wine=${configuration} folder=$(cd "$matrix/wines/$configuration" && pwd -P)
    debian=trixie-64
    [ ! -d "$folder/lib/wine/i386-unix" ] || debian=trixie-both
    ;;
esac
case $configuration in
*-both | *-wow64) machines='x86_64 i686' ;;
wine-*) [ ! -d "$folder/lib/wine/i386-windows" ] || machines='x86_64 i686' ;;
esac
# Without them Debian's command wine would still try to start its 32-bit loader.
if [ "${debian#*-}" = both ] && ! linux_runs_32_bit; then
    debian=${debian%-*}-64 machines=x86_64 left=", 32-bit programs not run: $no_32_bit"
fi

need_debian "$debian"
[ "$what" != make ] || exit 0
open_copy "$debian"
# The checkout, which is written to in the copy only. Its prefix is this machine's Wine's, and hidden there: a character
# device 0:0 is how an overlay marks what was removed. Git's own folder may lie elsewhere.
mkdir -p "$root$top" "$work/checkout/build" "$work/checkout.work"
mknod "$work/checkout/build/prefix" c 0 0
mount -t overlay -o "lowerdir=$top,upperdir=$work/checkout,workdir=$work/checkout.work" checkout "$root$top"
git=$(git -c safe.directory='*' rev-parse --path-format=absolute --git-common-dir)
case $git in
"$top"/*) ;;
*) mkdir -p "$root$git" && mount --bind "$git" "$root$git" && mount -o remount,bind,ro "$root$git" ;;
esac
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
if [ -n "$folder" ]; then
    mkdir -p "$root$folder"
    mount --bind "$folder" "$root$folder"
    path=$folder/bin:$path
fi

# run COMMAND...: as a user of this Debian does. Where Linux puts heaps in the way of Wine 8 and 10, as scripts/test knows,
# they are kept where they always were.
run() {
    set -- env PATH="$path" LC_ALL=C.UTF-8 PYTHONUNBUFFERED=1 GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory \
        GIT_CONFIG_VALUE_0='*' "$@"
    case $wine in
    '' | wine-8* | wine-9* | wine-10*) set -- setarch --addr-no-randomize "$@" ;;
    esac
    run_inside "$@"
}

# first_steps COMMAND...: COMMAND starts them as another user.
first_steps() {
    # shellcheck disable=SC2086 # a list of words
    run "$@" python3 -B -X utf8 "$top/tests/package/quick.py" first_steps "$tree" /tmp/first "$wine" $machines
}

# Without root, the first process of its namespace, with no home, no name and 64 KB of shared memory, as in many containers.
first_steps_in_a_container() {
    mount -t tmpfs -o mode=1777,size=64k shm "$root/dev/shm"
    first_steps unshare --pid --fork --kill-child --mount-proc setpriv --reuid=1000 --regid=1000 --clear-groups \
        --inh-caps=-all --bounding-set=-all env HOME=/nonexistent
}

bench() {
    for directory in x86_64-windows i386-windows; do
        [ $directory = x86_64-windows ] || [ "$machines" != x86_64 ] || continue
        echo "== bench $directory"
        run env LD_PRELOAD="$tree/lib/preload/\${PLATFORM}/cycletime_preload.so" CYCLETIME_RUN=off \
            WINEDLLPATH="$tree/lib/wine" WINEPREFIX="$top/build/prefix" WINEDEBUG=-all \
            wine "$tree/lib/wine/$directory/cycletime-bench.exe" --svg /tmp/costs.svg </dev/null >"$work/bench" || return
        cat "$work/bench"
        grep -q '^starting a program of the same word size: [0-9]' "$work/bench" || return
        grep -q '</svg>' "$root/tmp/costs.svg" || return
    done
}

if [ "$what" = shell ]; then
    cd "$top"
    run sh -c 'cd "$0" && exec "$@"' "$top" "$@"
    exit
fi

failed=
found=$(run wine --version 2>/dev/null)
if [ "$configuration" = container ]; then
    first_steps_in_a_container || failed=', the first steps failed'
else
    first_steps || failed=', the first steps failed'
fi
case $what in
test*)
    # shellcheck disable=SC2086 # nothing, or --all
    { run sh "$top/scripts/test" --under-wine ${what#test} 2>&1 || echo 'scripts/test failed'; } | tee "$work/log"
    found="$found, $(grep '^[0-9]* passed, ' "$work/log" | tail -n 1)"
    ! grep -qx 'scripts/test failed' "$work/log" || failed="$failed, scripts/test failed"
    bench || failed="$failed, the benchmark failed"
    ;;
esac
echo "$found$failed$left, $(($(date +%s) - begin)) s"
[ -z "$failed" ]
