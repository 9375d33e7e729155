# SPDX-License-Identifier: MIT
# mark_builtin.sh FILE: writes Wine's mark for a DLL that has a Unix side, 32 bytes behind the DOS header, where else the
# program stands that tells DOS that it is none.
set -eu

printf 'Wine builtin DLL\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' | dd of="$1" bs=1 seek=64 conv=notrunc 2>/dev/null
