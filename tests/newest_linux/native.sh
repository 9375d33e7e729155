#!/bin/sh
# SPDX-License-Identifier: MIT
# In the machine: runs the native tests, two at once as it has processors, but those that measure processors alone.
# With the name of one, runs that, and succeeds if the test does.
if [ $# -eq 1 ]; then
    name=$1
    read -r begin _ </proc/uptime
    timeout 400 "./$1" >"/tmp/$name.log" 2>&1 && result=passed || result="FAILED with $?"
    read -r end _ </proc/uptime
    printf '%-30s %3d s  %s\n' "$name" $((${end%.*} - ${begin%.*})) "$result" >"/tmp/$name.line"
    if [ "$result" = passed ]; then
        cat "/tmp/$name.line"
    else
        cat "/tmp/$name.line" "/tmp/$name.log"
    fi
    exit
fi

uname -srv
: >/tmp/alone
: >/tmp/longest
: >/tmp/beside
/usr/lib64/ld-linux-x86-64.so.2 --version | head -n 1
export LD_LIBRARY_PATH=/in/lib CYCLETIME_TEST_PATIENCE=300 CYCLETIME_TEST_EMULATED=1
cd /in/tests || exit
for test in *; do
    case $test in
    *_real_* | *rseq_probe*) echo "$test" >>/tmp/alone ;;
    *_thread_clock | *_rseq_area) echo "$test" >>/tmp/longest ;;
    *) echo "$test" >>/tmp/beside ;;
    esac
done
cat /tmp/longest /tmp/beside | xargs -r -n 1 -P 2 sh /in/run
xargs -r -n 1 sh /in/run </tmp/alone
all=$(find . -type f | wc -l)
passed=$(cat /tmp/*.line | grep -c passed)
echo "$passed passed, $((all - passed)) failed"
[ "$passed" -eq "$all" ] && [ "$all" -gt 0 ]
