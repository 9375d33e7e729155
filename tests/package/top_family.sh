# SPDX-License-Identifier: MIT
# top_family.sh TREE WORK: the viewer reports who started a program, with which command line and in which job; it follows
# descendants, also of one that has ended, and leaves out what a filter does not match.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
cycletime=$tree/bin/cycletime
failed=0

wrong() {
    echo "failed: $*"
    head -c 4000 "$work/out" "$work/err"
    failed=$((failed + 1))
}

# look OPTIONS...: into $work/out. Nobody else may hold the family's input open.
look() {
    timeout 300 "$cycletime" top --once --interval 0.1 "$@" >"$work/out" 2>"$work/err" </dev/null 4>&- ||
        wrong "top $*: status $?"
}

# All of a family live until nobody writes into this any more.
mkfifo "$work/life"
"$machine-w64-mingw32-gcc" family.c -o "$work/family.exe"
: >"$work/family.out"
"$cycletime" run "$work/family.exe" <"$work/life" >"$work/family.out" 2>/dev/null &
exec 4>"$work/life"
patience=1200
until grep -q ready "$work/family.out"; do
    patience=$((patience - 1))
    [ "$patience" -gt 0 ] || { echo "family.exe is not ready"; exit 1; }
    sleep 0.1
done
member() {
    tr -d '\r' <"$work/family.out" | sed -n "s/^$1 //p"
}
first=$(member first) child=$(member child) grandchild=$(member grandchild)

# object ID: of a process, without its threads
object() {
    sed 's/.*"processes":\[//; s/"threads":\[[^]]*\]//g' "$work/out" | tr '{' '\n' | grep "^\"id\":$1,"
}

# field NAME ID
field() {
    object "$2" | sed -n "s/.*\"$1\":\([^,]*\),.*/\1/p"
}

echo "a tree of $first, $child and $grandchild as JSON"
look --json --pid "$first" --tree
ids=$(sed 's/.*"processes":\[//; s/"threads":\[[^]]*\]//g' "$work/out" | tr '{' '\n' |
    sed -n 's/^"id":\([0-9]*\),.*/\1/p' | sort -n)
[ "$ids" = "$(printf '%s\n' "$first" "$child" "$grandchild" | sort -n)" ] || wrong "not these three processes:" $ids
[ "$(field parent "$child")" = "$first" ] || wrong "the child's parent"
[ "$(field parent "$grandchild")" = "$child" ] || wrong "the grandchild's parent"
object "$child" | grep -qF 'family.exe\" child \"--word=中😀é\"","created":' || wrong "the child's command line"
object "$first" | grep -q '"command":"[^,]*family.exe[^,]*",' || wrong "the first one's command line"
job=$(field job "$child")
[ "$job" -ge 1 ] || wrong "the child's job"
[ "$(field job "$grandchild")" = "$job" ] || wrong "the grandchild's job"
[ "$(field job "$first")" != "$job" ] || wrong "the first one's job"

echo 'as CSV'
look --csv --pid "$child"
line=",process,,,$child,,\"family.exe\",.*,$first,[1-9][0-9]*,\"\"\".*family.exe\"\" child \"\"--word=中😀é\"\"\"\$"
grep -q "$line" "$work/out" || wrong 'the line of the child'
! grep -q ",process,,,$grandchild," "$work/out" || wrong 'the grandchild without --tree'

echo 'as lines'
look --tree
grep -A 2 "^ *$first  *all .*  [^ ]*family.exe\$" "$work/out" >"$work/branch" || wrong 'no first one'
# A job's number is by how many there are, and other programs' come and go.
job=$(sed -n '2s/.*  \([1-9][0-9]*\)  .*/\1/p' "$work/branch")
[ -n "$job" ] || wrong "the child's job"
sed -n 2p "$work/branch" | grep -q "^ *$child  *all .* $job  .*[\`|]-family.exe\$" || wrong 'no child below it'
sed -n 3p "$work/branch" | grep -q "^ *$grandchild  *all .* $job  .*\`-family.exe\$" || wrong 'no grandchild below that'

echo 'filters'
look --json --filter fAMILy
[ "$(grep -o '"name":"family.exe"' "$work/out" | wc -l)" -eq 3 ] && ! grep -qF '"name":"cycletime-top' "$work/out" \
    || wrong 'not the three by their name'
look --json --filter 'd "--word=中'
[ -n "$(object "$child")" ] && [ -n "$(object "$grandchild")" ] && [ -z "$(object "$first")" ] \
    || wrong 'not the two by their command line'
look --json --filter 'nobody has this in its command line'
grep -q '"processes":\[\]}$' "$work/out" || wrong 'something matches what nothing has'

echo 'the first one ends, the others do later'
timeout 300 "$cycletime" top --json --pid "$first" --tree --interval 0.2 >"$work/follow" 2>"$work/err" </dev/null 4>&- &
viewer=$!
wait_lines() {
    patience=1200
    until [ "$(wc -l <"$work/follow")" -ge "$1" ]; do
        patience=$((patience - 1))
        [ "$patience" -gt 0 ] || { echo "failed: no $1 lines"; exit 1; }
        sleep 0.1
    done
}
wait_lines 2
wine "$work/family.exe" kill "$first" </dev/null 2>/dev/null 4>&- || wrong 'it cannot be ended'
wait_lines $(($(wc -l <"$work/follow") + 3))
tail -n 1 "$work/follow" >"$work/out"
[ -z "$(object "$first")" ] && [ -n "$(object "$child")" ] && [ -n "$(object "$grandchild")" ] \
    || wrong 'the others are not followed any more'
exec 4>&-
status=0
wait "$viewer" || status=$?
[ "$status" -eq 0 ] || wrong "it does not end with the last of them: status $status"

[ "$failed" -eq 0 ]
