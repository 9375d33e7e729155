#!/bin/sh
# SPDX-License-Identifier: MIT
# try.sh PACKAGES DEBIAN: what a user does who has Wine and nothing else of ours: unpacks the packages in the home of a
# Debian, and runs programs with them. Run as root in a mount namespace of its own.
set -eu

cd "$(dirname "$0")/../.."
packages=$1 debian=$2
. scripts/lib/debian.sh

fail() {
    echo "package: $*" >&2
    exit 1
}

# inside COMMAND...: in the Debian, with its own environment.
inside() {
    unshare --root="$root" --wd=/root env -i HOME=/root PATH=/usr/bin:/bin LC_ALL=C.UTF-8 WINEDEBUG=-all \
        "WINEDLLOVERRIDES=mscoree,mshtml=;winemenubuilder.exe=d" timeout 120 "$@" </dev/null
}

finish() {
    inside wineserver -k >/dev/null 2>&1 || true
    inside wineserver -w >/dev/null 2>&1 || true
    umount -l "$root" && rmdir "$root"
}

# expect PATTERN COMMAND...: prints what it prints, of which a line has to match.
expect() {
    pattern=$1
    shift
    echo "\$ $*"
    status=0
    inside "$@" >"$root/tmp/out" 2>"$root/tmp/err" || status=$?
    tr -d '\r' <"$root/tmp/out" >"$root/tmp/text"
    cat "$root/tmp/text"
    [ "$status" -eq 0 ] && grep -q "$pattern" "$root/tmp/text" && return
    cat "$root/tmp/err" >&2
    fail "exit code $status, or no line of these matches $pattern"
}

(cd "$packages" && sha256sum -c SHA256SUMS) || fail "no packages in $packages: run scripts/package"
[ -f "$debian/usr/bin/wine" ] || fail "$debian is no Debian with Wine: scripts/matrix makes some"

root=$(mktemp -d)
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
put_together "$debian" "$root"
mount -t tmpfs shm "$root/dev/shm"
for tool in cc gcc clang cmake pkg-config x86_64-w64-mingw32-gcc; do
    ! inside sh -c "command -v $tool" >/dev/null || fail "this Debian has $tool"
done

home="/root/my games"
mkdir -p "$root$home"
for package in "$packages"/*.tar.xz "$packages"/*.zip; do
    (cd "$root$home" && cmake -E tar xf "$package")
done
wine=$(cd "$root" && echo ."$home"/*-wine)
wine=${wine#.}
for machine in x86_64 i686; do
    for program in timeit system; do
        "$machine-w64-mingw32-gcc" -O2 "tests/demo/$program.c" -o "$root/root/$program.$machine.exe"
    done
done

machines_of "$root"
inside sh -c 'ldd --version | head -n 1; wine --version'
inside wineboot -i >/dev/null 2>&1 || fail "no prefix could be made"
# One that ends when it is not used for 3 s, and is asked for at that moment, is lost to who asked (seen once, at a load of
# 20).
inside wineserver -w
inside wineserver -p || fail "wineserver does not stay"
expect '^cycles-million error' wine timeit.x86_64.exe 1000
expect '^Linux side  active' "$wine/bin/cycletime" status
for machine in $machines; do
    expect '^cycles-million [1-9]' "$wine/bin/cycletime" run "timeit.$machine.exe" 1000
    expect '^idle-last [1-9]' "$wine/bin/cycletime" run "system.$machine.exe"
done
echo "package: they were unpacked, and ran in $debian"
