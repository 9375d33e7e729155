#!/bin/sh
# SPDX-License-Identifier: MIT
# try.sh archives|deb PACKAGES DEBIAN: what a user does who has Wine and no compiler, in a copy of a Debian with Wine:
# unpacks the archives in PACKAGES and runs programs with them; or installs Debian's package, uses what it brings, and
# removes it. Run as root in a mount namespace of its own.
set -eu

cd "$(dirname "$0")/../.."
what=$1 packages=$2 debian=$3
. scripts/lib/common.sh
. scripts/lib/debian.sh

fail() {
    echo "package: $*" >&2
    exit 1
}

# inside COMMAND...: runs COMMAND in the Debian, with an environment of its own.
inside() {
    unshare --root="$root" --wd=/root env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 WINEDEBUG=-all \
        DEBIAN_FRONTEND=noninteractive "WINEDLLOVERRIDES=mscoree,mshtml=;winemenubuilder.exe=d" timeout 120 "$@" </dev/null
}

remove_copy() {
    inside wineserver -k >/dev/null 2>&1 || true
    inside wineserver -w >/dev/null 2>&1 || true
    umount -l "$root" "$work"
    rmdir "$work"
}

# make_copy: in $root, which can be written to; the Debian stays as it is.
make_copy() {
    work=$(mktemp -d)
    root=$work/root
    mount -t tmpfs -o mode=755 try "$work"
    mkdir "$root" "$work/upper" "$work/work"
    mount -t overlay -o "lowerdir=$debian,upperdir=$work/upper,workdir=$work/work" try "$root"
    trap remove_copy EXIT
    exit_on_signals
    for place in dev proc sys; do mount --rbind /$place "$root/$place"; done
    mount -t tmpfs shm "$root/dev/shm"
    for tool in cc gcc clang cmake pkg-config x86_64-w64-mingw32-gcc; do
        ! inside sh -c "command -v $tool" >/dev/null || fail "this Debian has $tool"
    done
}

# expect PATTERN COMMAND...: runs COMMAND inside, and prints the lines of its output that match PATTERN; there must be one.
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

# A server that ends because it is not used for 3 s loses the process that connects at that moment (seen once, at a load of
# 20), so this one stays.
start_wine() {
    inside wineboot -i >/dev/null 2>&1 || fail "no prefix could be made"
    inside wineserver -w
    inside wineserver -p || fail "wineserver does not stay"
}

try_archives() {
    home="/root/my games"
    mkdir -p "$root$home"
    for package in "$packages"/*.tar.xz "$packages"/*.zip; do
        (cd "$root$home" && cmake -E tar xf "$package")
    done
    tree=$(cd "$root" && echo ."$home"/*-wine)
    tree=${tree#.}
    for machine in x86_64 i686; do
        for program in timeit system; do
            "$machine-w64-mingw32-gcc" -O2 "tests/demo/$program.c" -o "$root/root/$program.$machine.exe"
        done
    done
    machines_of "$root"
    inside sh -c 'ldd --version | head -n 1; wine --version'
    start_wine
    expect '^cycles-million error' wine timeit.x86_64.exe 1000
    expect '^Linux side  active' "$tree/bin/cycletime" status
    for machine in $machines; do
        expect '^cycles-million [1-9]' "$tree/bin/cycletime" run "timeit.$machine.exe" 1000
        expect '^idle-last [1-9]' "$tree/bin/cycletime" run "system.$machine.exe"
    done
    echo "package: the archives were unpacked, and ran in $debian"
}

# list_files: prints all files of the Debian, without what dpkg and apt keep for themselves.
list_files() {
    find "$root" -xdev \( -path "$root/var/lib/dpkg" -o -path "$root/var/log" -o -path "$root/var/cache" -o \
        -path "$root/var/lib/apt" -o -path "$root/root" -o -path "$root/tmp" \) -prune -o -printf '%P %y %l %s\n' |
        grep -v ' d ' | sort
}

# build_programs MACHINE: with the files of the installed package, and one without.
build_programs() {
    place=$root/usr/$1-w64-mingw32
    export PKG_CONFIG_SYSROOT_DIR="$root" PKG_CONFIG_LIBDIR="$place/lib/pkgconfig"
    "$1-w64-mingw32-gcc" -O2 tests/demo/timeit.c -o "$root/root/timeit.$1.exe"
    "$1-w64-mingw32-gcc" -O2 tests/package/consumer/program.c -I "$place/include" -L "$place/lib" -lcycletime_static \
        -o "$root/root/program.$1.exe"
    echo "package: $1: $(pkg-config --libs cycletime)"
    # shellcheck disable=SC2046 # a list of words
    "$1-w64-mingw32-gcc" -O2 tests/package/consumer/program.c -o "$root/root/dll.$1.exe" \
        $(pkg-config --cflags --libs cycletime)
}

try_deb() {
    package=$(echo "$packages"/cycletime_*.deb)
    [ -f "$package" ] || fail "no Debian package in $packages: run scripts/package --deb"
    cp "$package" "$root/root"
    list_files >"$work/before"
    echo "\$ apt install ./${package##*/}"
    inside sh -c 'apt-get -q -y --no-install-recommends -o APT::Sandbox::User=root install ./cycletime_*.deb' \
        >"$work/out" 2>&1 || { cat "$work/out" && fail "it cannot be installed"; }
    # Not before: the package triggers a script of libwine:i386, which writes where its Windows code is.
    machines_of "$root"
    inside dpkg -s cycletime | grep '^\(Status\|Version\|Depends\)'
    for machine in x86_64 i686; do build_programs $machine; done
    start_wine
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
    show_32_bit "$root"
    echo "\$ apt purge cycletime"
    inside apt-get -q -y purge cycletime >"$work/out" 2>&1 || { cat "$work/out" && fail "it cannot be removed"; }
    list_files >"$work/after"
    diff "$work/before" "$work/after" || fail "something is left behind"
    echo "package: ${package##*/} was installed, used and removed in a copy of $debian"
}

(cd "$packages" && sha256sum -c SHA256SUMS) || fail "no packages in $packages: run scripts/package"
[ -f "$debian/usr/bin/wine" ] || fail "$debian is no Debian with Wine: scripts/matrix --roots makes some"
make_copy
"try_$what"
