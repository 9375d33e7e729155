# SPDX-License-Identifier: MIT
# tree_path.sh TREE WORK MACHINE: programs are hooked, and the tree's own run, wherever the tree stands: in folders with
# blanks, ld.so's variables or bytes that are no UTF-8, and of any length; where one has a colon it is refused by name.
set -eu

tree=$1 work=$2 machine=$3
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
failed=0
unset CYCLETIME_UNIXLIB WINEDLLPATH LD_PRELOAD
"$machine-w64-mingw32-gcc" -O1 service.c -o "$work/game.exe"

# made FOLDER: the tree stands there.
made() {
    place=$work/$1
    mkdir -p "$place"
    cp -R "$tree/." "$place"
    cycletime=$place/bin/cycletime
}

# active WORDS...: of that command.
active() {
    status=0
    timeout 300 "$cycletime" "$@" </dev/null >"$work/out" 2>"$work/err" || status=$?
    [ "$status" -ne 0 ] || ! grep -q '^Linux side  active' "$work/out" || return 0
    echo "failed: $cycletime $*: status $status; stdout and stderr:"
    cat "$work/out" "$work/err"
    failed=$((failed + 1))
}

# stands FOLDER
stands() {
    made "$1"
    active run "$work/game.exe" side
    active run cmd /c "$(windows_path "$work/game.exe")" side
    active status
    echo "${#place} characters: $(printf '%.40s' "$1")"
    rm -rf "${work:?}/${1%%/*}"
}

# refused WORDS...
refused() {
    status=0
    "$cycletime" "$@" >"$work/out" 2>&1 || status=$?
    [ "$status" -ne 125 ] || ! grep -q '^cycletime: .*/a:colon/lib: the path contains a colon' "$work/out" || return 0
    echo "failed: $*, with a colon: status $status"
    cat "$work/out"
    failed=$((failed + 1))
}

folder=$(printf '%0120d' 0) long=
for number in 1 2 3 4 5 6 7 8 9 10; do
    long=$long$folder/
    [ "$number" -ne 3 ] || longer_than_windows=$long
done
stands 'a folder with blanks'
# shellcheck disable=SC2016 # it is no variable of ours
stands 'in $HOME of ${PLATFORM}'
stands "$(printf 'Spa\337 \377')"
stands 'größe'
stands "$longer_than_windows"
stands "$long"
made a:colon
refused run true
refused status
[ "$failed" -eq 0 ]
