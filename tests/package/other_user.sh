# SPDX-License-Identifier: MIT
# other_user.sh TREE WORK: another user of the machine, who was there first with each name that cycletime gives to a file,
# stops, delays and changes no program: it runs, ends as it does alone, and gets correct times of its child, or nothing;
# what cannot be used is said in one line, and by `cycletime status`. So is a file in which no place is left, and one of
# Linux' that cannot be read. Mounts and network are the test's own.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
if [ -z "${CYCLETIME_OTHER_USER-}" ]; then
    skip() { echo "skipped: $1"; exit 77; }
    [ "$(id -u)" -eq 0 ] || skip 'only root can be two users'
    unshare --mount --net true 2>/dev/null || skip 'no namespace of mounts can be made here'
    case $work in /tmp/* | /dev/shm/*) skip "the test lays folders of its own over the one that holds $work" ;; esac
    rm -rf "$work"
    mkdir -p "$work"
    need_wine "$work"
    "$machine-w64-mingw32-gcc" -O1 other_user.c -o "$work/other_user.exe"
    if [ -f "$WINEPREFIX/system.reg" ]; then cp -a "$WINEPREFIX" "$work/prefix"; fi
    rm -f "$work/prefix/wineserver"
    CYCLETIME_OTHER_USER=1 exec unshare --mount --net sh other_user.sh "$tree" "$work"
fi

WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=;winemenubuilder.exe=d'
HOME=$work/home
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES HOME
mkdir -p "$HOME"
unset XDG_RUNTIME_DIR TMPDIR CYCLETIME_OTHER_USER
cycletime=$tree/bin/cycletime failed=0 pause=0
# lay OPTIONS FOLDER: an empty one over it; what calls a Wine with another root is outside of that.
lay() {
    mount -t tmpfs -o "$1" other "$2"
    if [ -n "${CYCLETIME_WINE_ROOT-}" ]; then mount --bind "$2" "$CYCLETIME_WINE_ROOT$2"; fi
}
lay mode=1777 /tmp
lay mode=1777 /dev/shm
trap end_wine EXIT
trap 'exit 1' HUP INT TERM

end_wine() {
    wineserver -k 2>/dev/null || true
    wineserver -w 2>/dev/null || true
}

# Root, who may not do all that root may; and the other.
ours() {
    setpriv --bounding-set=-dac_override,-dac_read_search,-fowner --inh-caps=-all "$@"
}
theirs() {
    setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set=-all --inh-caps=-all "$@"
}

# One that stays: a program that comes while the last one's server ends finds no Wine at all, now and then.
begin_wine() {
    ours wineserver -p
}

# begin OPTIONS: a program under it, whose child begins after $pause ms.
begin() {
    # shellcheck disable=SC2086 # words
    ours timeout 300 "$cycletime" run $1 "$work/other_user.exe" "$pause" </dev/null >"$work/out" 2>"$work/err" &
    program=$!
}

# ends NAME REPORTED SAID: the program's child has REPORTED, "true" times or "child 0"; cycletime says one line, with SAID
# in it; of no SAID none.
ends() {
    status=0 lines=1
    [ -n "$3" ] || lines=0
    wait "$program" || status=$?
    tr -d '\r' <"$work/out" | awk '$1 == "child" && $2 >= 200 { $0 = "true" } { print }' >"$work/reported"
    grep '^cycletime: ' "$work/err" >"$work/said" || true
    if [ "$status" -eq 42 ] && [ "$(cat "$work/reported")" = "$2" ] && [ "$(wc -l <"$work/said")" -eq "$lines" ] \
        && { [ "$lines" -eq 0 ] || grep -qF "$3" "$work/said"; }; then
        echo "$1: $2"
        return
    fi
    echo "failed: $1: exit code $status, reported and said:"
    cat "$work/out" "$work/err"
    failed=$((failed + 1))
}

# run NAME REPORTED SAID STATUS: STATUS is in that, too.
run() {
    begin ''
    ends "$1" "$2" "$3"
    ours timeout 300 "$cycletime" status </dev/null >"$work/status" 2>/dev/null || true
    grep -qF "$4" "$work/status" && return
    echo "failed: the status of: $1"
    cat "$work/status"
    failed=$((failed + 1))
}

begin_wine
run 'nobody else' true '' 'shared file in /dev/shm'
pause=3000
begin ''
patience=1200
until file=$(find /dev/shm -type f -name 'cycletime-[0-9]*' | grep .) || [ "$patience" -eq 0 ]; do
    patience=$((patience - 1))
    sleep 0.1
done
theirs sh -c 'rm -f "$1"; mv "$1" "$1~"; : >"$1"; chmod 666 "$1"; ln "$1" "$1~"; flock -n "$1" true' sh "$file" \
    2>/dev/null || true
mount -o remount,size=16m /dev/shm
theirs dd if=/dev/zero of=/dev/shm/rest bs=64k 2>/dev/null || true
ends 'who fills the folder while the program runs' true ''
# Takes the two locks of each slot that is free; they are behind those of the file (shared_file.c).
/usr/bin/python3 -c 'import fcntl, sys, time
file = open(sys.argv[1], "r+b")
for slot in range(16384):
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 2, (1 << 30) + 2 * (slot + 1))
    except OSError:
        pass
print(flush=True)
time.sleep(300)' "$file" >"$work/held" &
holder=$!
until [ -s "$work/held" ] || ! kill -0 "$holder" 2>/dev/null; do sleep 0.1; done
pause=0
run 'no place in the file' 'child 0' 'too many programs share the file in /dev/shm' '/dev/shm, which is full'
begin --quiet
ends 'no place, quietly' 'child 0' ''
kill "$holder"
pause=3000
end_wine # its services use the file too
begin_wine
rm -f "$file"
theirs dd if=/dev/zero of=/dev/shm/more bs=64k 2>/dev/null || true
run 'a full folder' true "$file: No space left on device" "$WINEPREFIX"
rm -f /dev/shm/*
pause=0

# there_first NAME SCRIPT: what theirs do, with the file's name as $1.
there_first() {
    theirs sh -c "$2" sh "$file"
    run "$1" true "$file: it is another user's" "$WINEPREFIX; $file: it is another user's"
    rm -rf "${file:?}"
}

theirs touch "$file"
begin --quiet
ends 'a file, and nothing is to be said' true ''
rm -f "$file"
touch "$work/mine"
there_first 'a file' 'head -c 100000 /dev/urandom >"$1"; chmod 666 "$1"'
there_first 'an unreadable file' ': >"$1"; chmod 0 "$1"'
there_first 'a file of the same size with a lock' \
    'truncate -s 30m "$1"; chmod 666 "$1"; flock "$1" sleep 30 </dev/null >/dev/null 2>&1 &'
there_first 'a folder' 'mkdir -m 777 "$1"'
there_first 'a pipe' 'mkfifo -m 666 "$1"'
there_first 'a link to nothing' 'ln -s /nowhere "$1"'
there_first 'a link to a file of ours' "ln -s '$work/mine' \"\$1\""
[ ! -s "$work/mine" ] || { echo 'failed: that file was written'; failed=$((failed + 1)); }

# In /tmp: the link to the tree, whose name has a blank, and the file that the first program of a command takes.
for make in 'mkdir -m 777' 'mkfifo -m 666' 'ln -s /nowhere' touch; do
    rm -rf /tmp/cycletime-0
    theirs sh -c "$make /tmp/cycletime-0"
    begin ''
    ends "in /tmp: $make" true ''
done
rm -rf /tmp/cycletime-0
# shellcheck disable=SC2016 # for that sh to expand
theirs timeout 300 sh -c 'until [ -e /tmp/over ]; do
    for file in /tmp/cycletime-*[!~] /dev/shm/cycletime-*[!~]; do mkdir "$file~"; done
done' >/dev/null 2>&1 &
racer=$!
begin ''
ends 'the name that the first program gives to its file' true ''
: >/tmp/over
wait "$racer" || true

: >"$work/unreadable"
chmod 0 "$work/unreadable"
mount --bind "$work/unreadable" /proc/stat
if [ -n "${CYCLETIME_WINE_ROOT-}" ]; then mount --bind "$work/unreadable" "$CYCLETIME_WINE_ROOT/proc/stat"; fi
run 'an unreadable /proc/stat' true "cannot read Linux' /proc/stat" 'processors  as Wine makes it up'
begin --quiet
ends 'an unreadable /proc/stat, quietly' true ''
umount /proc/stat
if [ -n "${CYCLETIME_WINE_ROOT-}" ]; then umount "$CYCLETIME_WINE_ROOT/proc/stat"; fi

lay ro /dev/shm
run 'a folder that is read-only' true "$file: Read-only file system" "$WINEPREFIX"
chmod 555 /tmp
begin ''
ends 'no folder at all for the file that the first program takes' true 'cannot make a temporary file'
begin --quiet
ends 'no folder at all, quietly' true ''
chmod 1777 /tmp

# Nor may it write a file of its own. (Wine's server has to, and is begun before.)
end_wine
begin_wine
ulimit -f 200
begin ''
ends 'a limit of 100 KiB' 'child 0' "$file: it would be larger"
[ "$failed" -eq 0 ]
