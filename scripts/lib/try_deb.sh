#!/bin/sh
# SPDX-License-Identifier: MIT
# try_deb.sh PACKAGES DEBIAN: installs Debian's package with apt in a copy of a Debian with Wine, where neither a network
# nor a compiler is needed; uses what it brings, and removes it. Run as root in a mount namespace of its own.
set -eu

cd "$(dirname "$0")/../.."
packages=$1 debian=$2
. scripts/lib/debian.sh

fail() {
    echo "package: $*" >&2
    exit 1
}

inside() {
    unshare --root="$root" --wd=/root env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 WINEDEBUG=-all \
        DEBIAN_FRONTEND=noninteractive "WINEDLLOVERRIDES=mscoree,mshtml=;winemenubuilder.exe=d" timeout 120 "$@" </dev/null
}

finish() {
    inside wineserver -k >/dev/null 2>&1 || true
    inside wineserver -w >/dev/null 2>&1 || true
    umount -l "$root" "$work"
    rmdir "$work"
}

# expect PATTERN COMMAND...: prints what it prints, of which a line has to match.
expect() {
    pattern=$1 status=0
    shift
    echo "\$ $*"
    inside "$@" >"$work/out" 2>"$work/err" || status=$?
    tr -d '\r' <"$work/out" >"$work/text"
    grep -m 3 "$pattern" "$work/text" && [ "$status" -eq 0 ] && return
    cat "$work/text" "$work/err" >&2
    fail "exit code $status, or no line of these matches $pattern"
}

# files: all that is there, but what dpkg and apt keep for themselves.
files() {
    find "$root" -xdev \( -path "$root/var/lib/dpkg" -o -path "$root/var/log" -o -path "$root/var/cache" -o \
        -path "$root/var/lib/apt" -o -path "$root/root" -o -path "$root/tmp" \) -prune -o -printf '%P %y %l %s\n' |
        grep -v ' d ' | sort
}

[ -f "$debian/usr/bin/wine" ] || fail "$debian is no Debian with Wine: scripts/matrix makes some"
package=$(echo "$packages"/cycletime_*.deb)
[ -f "$package" ] || fail "no package in $packages: run scripts/package --deb"

work=$(mktemp -d)
mount -t tmpfs -o mode=755 try "$work"
root=$work/root
mkdir "$root" "$work/upper" "$work/work"
mount -t overlay -o "lowerdir=$debian,upperdir=$work/upper,workdir=$work/work" try "$root"
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
for place in dev proc sys; do mount --rbind /$place "$root/$place"; done
mount -t tmpfs shm "$root/dev/shm"
cp "$package" "$root/root"
machines_of "$root"
files >"$work/before"

echo "\$ apt install ./${package##*/}"
inside sh -c 'apt-get -q -y --no-install-recommends -o APT::Sandbox::User=root install ./cycletime_*.deb' \
    >"$work/out" 2>&1 ||
    { cat "$work/out"; fail "it cannot be installed"; }
inside dpkg -s cycletime | grep '^\(Status\|Version\|Depends\)'

for machine in x86_64 i686; do
    place=$root/usr/$machine-w64-mingw32
    "$machine-w64-mingw32-gcc" -O2 tests/demo/timeit.c -o "$root/root/timeit.$machine.exe"
    "$machine-w64-mingw32-gcc" -O2 tests/package/consumer/program.c -I "$place/include" -L "$place/lib" -lcycletime_static \
        -o "$root/root/program.$machine.exe"
    echo "package: $machine: $(PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$place/lib/pkgconfig \
        pkg-config --libs cycletime)"
    # shellcheck disable=SC2046 # a list of words
    "$machine-w64-mingw32-gcc" -O2 tests/package/consumer/program.c -o "$root/root/dll.$machine.exe" \
        $(PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$place/lib/pkgconfig pkg-config --cflags --libs cycletime)
done
inside wineboot -i >/dev/null 2>&1 || fail "no prefix could be made"
# One that ends when it is not used for 3 s, and is asked for at that moment, is lost to who asked (seen once, at a load of
# 20).
inside wineserver -w
inside wineserver -p || fail "wineserver does not stay"
expect '^Linux side  active' cycletime status
for machine in $machines; do
    expect '^cycles-million [1-9]' cycletime run "timeit.$machine.exe" 200
    # shellcheck disable=SC2016 # for that sh to expand
    inside sh -c 'wine "$1"; [ $? -eq 42 ]' sh "program.$machine.exe" || fail "what was built with it does not run"
done
cat >"$root/root/complete" <<'END'
. /usr/share/bash-completion/completions/cycletime
COMP_WORDS=(cycletime '') COMP_CWORD=1
_cycletime
echo "${COMPREPLY[*]}"
END
expect '^run wrap' bash complete
expect '^[.]Nm' zcat /usr/share/man/man1/cycletime.1.gz
for file in zsh/vendor-completions/_cycletime fish/vendor_completions.d/cycletime.fish doc/cycletime/copyright; do
    [ -s "$root/usr/share/$file" ] || fail "no $file"
done

echo "\$ apt purge cycletime"
inside apt-get -q -y purge cycletime >"$work/out" 2>&1 || { cat "$work/out"; fail "it cannot be removed"; }
files >"$work/after"
diff "$work/before" "$work/after" || fail "something is left behind"
echo "package: ${package##*/} was installed, used and removed in a copy of $debian"
