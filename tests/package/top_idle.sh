# SPDX-License-Identifier: MIT
# top_idle.sh TREE WORK: the viewer shows the idle states of a machine that is not this one, whose processors are in C1 for
# three tenths of the time and in C6 for six. Its cpuidle is laid over /sys where only this test sees it, which takes root.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
if ! unshare --mount true 2>/dev/null; then
    echo "skipped: no right to lay something over /sys"
    exit 77
fi

cat >"$work/inside.sh" <<'END'
set -eu
cpus=/sys/devices/system/cpu copy=$1
shift
cp -r --no-preserve=all "$cpus" "$copy" 2>/dev/null || true
rm -rf "$copy"/cpu[0-9]*/cpuidle
put() {  # STATE FILE VALUE: by a new file, so that nobody reads half of it
    for cpu in "$copy"/cpu[0-9]*; do
        mkdir -p "$cpu/cpuidle/$1"
        echo "$3" >"$cpu/cpuidle/$1/new"
        mv "$cpu/cpuidle/$1/new" "$cpu/cpuidle/$1/$2"
    done
}
go_on() {  # uptime, in hundredths of a second
    now=$(cut -d ' ' -f 1 /proc/uptime | tr -d .)
    put state1 time $((now * 3000))
    put state2 time $((now * 6000))
}
number=0
for name in POLL C1 C6; do
    for file in name desc; do put state$number $file $name; done
    for file in latency residency usage disable time; do put state$number $file 0; done
    number=$((number + 1))
done
go_on
mount --bind "$copy" "$cpus"
while sleep 0.05; do go_on; done &
trap 'kill $!' EXIT
"$@"
END

status=0
unshare --mount sh "$work/inside.sh" "$work/cpu" timeout 60 "$tree/bin/cycletime" top --json --count 1 --interval 3 \
    </dev/null >"$work/out" 2>"$work/err" || status=$?
percent='"c\([1-3]\)_percent":\([0-9.]*\),.*'
tr '{' '\n' <"$work/out" | sed -n "s/.*\"number\":\([0-9]*\),.*$percent$percent$percent/\1 \3 \5 \7/p" >"$work/states"
cat "$work/states"
# On a busy machine what goes on does so late.
if [ "$status" -ne 0 ] || ! [ -s "$work/states" ] \
    || ! awk '!($2 > 10 && $2 < 50 && $3 == 0 && $4 > 30 && $4 < 90) { exit 1 }' "$work/states"; then
    echo "failed: status $status"
    head -c 2000 "$work/out" "$work/err"
    exit 1
fi
