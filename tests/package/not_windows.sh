# SPDX-License-Identifier: MIT
# not_windows.sh TREE WORK VERSION: a project that is not for Windows gets a clear error.
set -eu

tree=$1 work=$2 version=$3
mkdir -p "$work"
if cmake -G Ninja -S consumer -B "$work" "-DCMAKE_PREFIX_PATH=$tree" "-DCYCLETIME_VERSION=$version" \
    >"$work/log" 2>&1; then
    echo "the package was found for a native compiler" >&2
    exit 1
fi
if ! grep -q 'cycletime is for Windows programs' "$work/log"; then
    cat "$work/log" >&2
    exit 1
fi
