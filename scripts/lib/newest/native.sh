#!/bin/sh
# SPDX-License-Identifier: MIT
# In the machine: runs the native tests.
uname -srv
/usr/lib64/ld-linux-x86-64.so.2 --version | head -n 1
export LD_LIBRARY_PATH=/in/lib CYCLETIME_TEST_PATIENCE=100
passed=0
failed=0
for test in /in/tests/*; do
    read -r begin _ </proc/uptime
    if timeout 120 "$test" >/tmp/log 2>&1; then
        result=passed
        passed=$((passed + 1))
    else
        result="FAILED with $?"
        failed=$((failed + 1))
    fi
    read -r end _ </proc/uptime
    printf '%-30s %3d s  %s\n' "${test##*/}" $((${end%.*} - ${begin%.*})) "$result"
    [ "$result" = passed ] || cat /tmp/log
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
