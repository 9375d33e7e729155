# SPDX-License-Identifier: MIT
# counter_programs.sh TREE WORK: turbo.exe asks for the processors' counters, which Wine alone refuses; and Nx, in Node.js,
# reports how busy a child is, where Wine alone reports it the times of who asks.
set -eu

tree=$1 work=$2 machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
turbo=$(../../scripts/lib/program turbo) || exit $?
nx=$(../../scripts/lib/program nx) || exit $?
node=$(../../scripts/lib/program node) || exit $?
failed=0

# One that Wine 8 does not have.
if ! timeout 300 wine "$turbo" --version </dev/null 2>/dev/null | grep -q '^[0-9]'; then
    echo "skipped: this Wine lacks a DLL of turbo.exe's"
    exit 77
fi

wrong() {
    echo "failed: $*"
    failed=$((failed + 1))
}

# Wine's own word on each call into pdh.dll.
wine reg add 'HKCU\Software\Wine\Debug' /v RelayInclude /d 'pdh.*' /f >/dev/null 2>&1
trap 'wine reg delete "HKCU\\Software\\Wine\\Debug" /v RelayInclude /f >/dev/null 2>&1' EXIT
# turbo NAME COMMAND...: into NAME, a call a line; into NAME.out what it prints
turbo() {
    name=$1
    shift
    (
        cd "$work"
        TURBO_TELEMETRY_DISABLED=1 WINEDEBUG=-all,+relay timeout 300 "$@" "$turbo" info </dev/null >"$work/$name.out" \
            2>"$work/$name.err" || echo "turbo info ended with $?"
    )
    grep -a -o -e 'Call pdh\..*' -e 'Ret  pdh\..*' "$work/$name.err" >"$work/$name" || true
    echo "turbo info, $name: $(grep -c '^Call' "$work/$name") calls into Wine's pdh.dll," \
        "$(grep -c 'retval=c0000bb9' "$work/$name") refused"
    grep -q 'Call pdh.PdhOpenQueryA' "$work/$name" || wrong "turbo info, $name: it does not ask"
    grep -a -q 'Available CPU cores: [0-9]' "$work/$name.out" || wrong "turbo info, $name: it does not come to its end"
}
turbo alone wine
grep -q 'retval=c0000bb9' "$work/alone" || echo 'alone nothing is refused'
turbo under "$tree/bin/cycletime" run
! grep -q 'retval=c0000bb9' "$work/under" || wrong 'turbo info, under cycletime: a counter is refused'

# nx COMMAND...: into $work/out
nx() {
    timeout 300 "$@" "$node" "$(windows_path "$PWD/nx_metrics.cjs")" "$(windows_path "$nx")" </dev/null >"$work/out" \
        2>"$work/err" || echo "Nx ended with $?"
    tr -d '\r' <"$work/out" | tr '\n' ' '
}
# What it reports, of some moments on a busy machine, in the mean; in percent of one processor.
is_true() {
    tr -d '\r' <"$work/out" | awk '
        $1 == "cpu" { sum += $2; count++ }
        $1 == "truth" { truth = $2 }
        END { exit !(count > 1 && truth > 10 && sum / count > truth * 0.7 && sum / count < truth * 1.4) }'
}
echo "Nx, alone: $(nx wine)"
for try in 1 2 3; do
    echo "Nx, under cycletime: $(nx "$tree/bin/cycletime" run)"
    ! is_true || break
    [ "$try" -lt 3 ] || wrong 'Nx, under cycletime: not what the child has used'
done

[ "$failed" -eq 0 ]
