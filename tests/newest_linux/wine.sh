#!/bin/sh
# SPDX-License-Identifier: MIT
# In the machine: runs the tests with the Linux side under Wine, and shows what cycletime says of itself there.
uname -srv
wine --version
# As tests/wine/CMakeLists.txt has them.
export WINEPREFIX=/root/prefix WINEDEBUG=-all
export WINEDLLOVERRIDES='mscoree,mshtml=;winemenubuilder.exe=d'
# Wine's services keep the output of the first program open: let that be this.
wineserver -p
wine wineboot </dev/null >/dev/null 2>&1
cd /in/tests || exit
passed=0
failed=0
while read -r name; do
    read -r begin _ </proc/uptime
    # shellcheck disable=SC2016 # ld.so's word
    WINEDLLPATH=/in/tree/lib/wine LD_PRELOAD='/in/tree/lib/preload/${PLATFORM}/cycletime_preload.so' \
        CYCLETIME_RUN='off ack=/tmp/first' CYCLETIME_TEST_LINUX=1 timeout 600 wine "$name.exe" </dev/null 2>&1 |
        tr -d '\r' >"/tmp/$name.log"
    read -r end _ </proc/uptime
    # Wine can return 0 for a program that it did not run.
    if [ "$(tail -n 1 "/tmp/$name.log")" = 'all tests passed' ]; then
        result=passed
        passed=$((passed + 1))
    else
        result=FAILED
        failed=$((failed + 1))
    fi
    printf '%-30s %3d s  %s\n' "$name" $((${end%.*} - ${begin%.*})) "$result"
    [ "$result" = passed ] || cat "/tmp/$name.log"
done </in/names
echo "$passed passed, $failed failed"
echo "== cycletime status"
/in/tree/bin/cycletime status 2>&1 | tr -d '\r' | tee /tmp/status
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ] && grep -q '^Linux side  *active' /tmp/status
