# SPDX-License-Identifier: MIT
# top_idle.sh TREE WORK: the viewer shows the idle states of a machine that is not this one, whose processors are in C1 for
# three tenths of the time and in C6 for six. Its cpuidle is laid over /sys where only this test sees it, which takes root.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
. ./cpuidle.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
need_namespace

cat >"$work/inside.sh" <<'END'
set -eu
. ./cpuidle.sh
copy_processors "$1"
shift
go_on() {  # uptime, in hundredths of a second
    now=$(cut -d ' ' -f 1 /proc/uptime | tr -d .)
    put state1 time $((now * 3000))
    put state2 time $((now * 6000))
}
number=0
for name in POLL C1 C6; do
    put_state "$number" $name 0 0
    number=$((number + 1))
done
go_on
lay_over
while sleep 0.05; do go_on; done &
trap 'kill $!' EXIT
"$@"
END

status=0
unshare --mount sh "$work/inside.sh" "$work/cpu" timeout 300 "$tree/bin/cycletime" top --json --count 1 --interval 3 \
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
