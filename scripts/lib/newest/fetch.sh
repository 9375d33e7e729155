#!/bin/sh
# SPDX-License-Identifier: MIT
# fetch.sh machine|wine CACHE LOGS: makes CACHE/machine, an emulator, a Linux and its first files, or CACHE/wine, the
# files of a Linux with Wine, unless it is there. All from the packages of Debian's sid, which are unpacked and not
# installed: that needs no root, and no scripts of theirs. Exit code 77: they could not be fetched.
set -eu
. scripts/lib/patiently.sh

form=3  # of what is made; a place that has none of it, or another, is made again
part=$1 cache=$2 log=$3/$1.log
place=$cache/$part
new=$place.new
# shellcheck disable=SC2016 # for apt to expand
mirror=$(apt-get indextargets --format '$(COMPONENT) $(REPO_URI)' 2>/dev/null |
    sed -n 's|^main \(https\{0,1\}://.*/debian\)/$|\1|p' | head -n 1)
: "${mirror:=http://deb.debian.org/debian}"

say() {
    echo "newest: $*" >&3
}

not_fetched() {
    say "$* could not be fetched from $mirror: $(grep '^E: ' "$log" | tail -n 1)" 3>&4
    exit 77
}

# apt with its own lists, and none of this machine's packages; proxies and the like stay.
prepare_apt() {
    mkdir -p "$new/apt/lists/partial" "$new/apt/archives/partial"
    : >"$new/apt/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" \
        >"$new/apt/sources.list"
    # A mirror that stands still for some days is good enough here.
    cat >"$new/apt/conf" <<END
Dir::State "$new/apt";
Dir::State::status "$new/apt/status";
Dir::Cache "$new/apt";
Dir::Etc::sourcelist "$new/apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
APT::Architecture "amd64";
APT::Architectures { "amd64"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
APT::Update::Error-Mode "any";
Acquire::Check-Valid-Until "false";
Acquire::Languages "none";
END
    patiently ours -q update || not_fetched "the list of sid's packages"
}

ours() {
    command=$1
    shift
    apt-get -c "$new/apt/conf" "$command" "$@"
}

# fetch PACKAGE...: with what they depend on.
fetch() {
    patiently ours -q -y --download-only install "$@" || not_fetched "$*"
}

# unpack FOLDER PATTERN...: the fetched packages whose names begin so, without what nobody reads there.
unpack() {
    folder=$1
    shift
    mkdir -p "$folder"
    for pattern; do
        for package in "$new/apt/archives/$pattern"*.deb; do
            dpkg-deb --fsys-tarfile "$package" | tar -x -C "$folder" --no-same-owner \
                --exclude='./usr/share/doc' --exclude='./usr/share/man' --exclude='./usr/share/locale'
        done
    done
}

# The directories that Debian's base-files makes links.
link_directories() {
    for name in bin sbin lib lib64; do
        mkdir -p "$1/usr/$name"
        ln -s "usr/$name" "$1/$name"
    done
    mkdir -p "$1/dev" "$1/proc" "$1/sys" "$1/tmp" "$1/root" "$1/etc"
}

# pack FOLDER FILE
pack() {
    (cd "$1" && find . | "$new/busybox" cpio -o -H newc -R 0:0 2>/dev/null) >"$2"
}

make_machine() {
    say "fetching an emulator and the newest Linux, 60 MB"
    fetch qemu-system-x86 busybox-static libc6-i386 lib32gcc-s1
    linux=$(apt-cache -c "$new/apt/conf" depends linux-image-cloud-amd64 |
        sed -n 's/.*Depends: linux-image-\([0-9].*\)/\1/p')
    cd "$new/apt/archives"
    patiently ours -q download "linux-binary-$linux" || not_fetched "Linux $linux"
    cd "$OLDPWD"
    unpack "$new/kernel" linux-binary-
    mv "$(find "$new/kernel" -name 'vmlinuz*' -type f)" "$new/linux"
    rm -rf "$new/kernel" "$new"/apt/archives/linux-binary-*
    unpack "$new/emulator" ''
    cp "$new/emulator/usr/bin/busybox" "$new/busybox"
    link_directories "$new/native"
    unpack "$new/native" libc6_ libc6-i386_ libgcc-s1_ lib32gcc-s1_ busybox-static_
    # What its package leaves to its scripts.
    ln -sf ../lib32/ld-linux.so.2 "$new/native/usr/lib/ld-linux.so.2"
    pack "$new/native" "$new/native.cpio"
    rm -rf "$new/native"
}

# A prefix takes minutes in the machine, and seconds out here. That needs root, or user namespaces. Without a display
# wineboot does all that it should, and fails.
make_prefix() {
    say "making a prefix"
    namespaces=--mount
    [ "$(id -u)" -eq 0 ] || namespaces='--mount --map-root-user'
    # shellcheck disable=SC2016,SC2086 # for that sh to expand; a list of words
    unshare $namespaces sh -euc '
        mount --rbind /proc "$1/proc"
        mount --rbind /sys "$1/sys"
        mount --rbind /dev "$1/dev"
        exec env -i PATH=/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 WINEDEBUG=-all WINEPREFIX=/root/prefix \
            "WINEDLLOVERRIDES=mscoree,mshtml=;winemenubuilder.exe=d" \
            unshare --root="$1" sh -euc "wine wineboot -i || true; wineserver -w; test -f /root/prefix/.update-timestamp"' \
        sh "$1" </dev/null
}

# link_copies FOLDER ORIGINALS: the files of FOLDER that are copies of ORIGINALS become one with them.
link_copies() {
    for copy in "$1"/*; do
        original=$2/${copy##*/}
        if [ -f "$original" ] && cmp -s "$copy" "$original"; then
            ln -f "$original" "$copy"
        fi
    done
}

make_wine() {
    say "fetching sid's Wine, 280 MB"
    fetch wine wine64 dash coreutils sed grep busybox-static
    link_directories "$new/root"
    unpack "$new/root" ''
    rm -r "$new"/apt/archives
    # What its packages leave to their scripts.
    cp "$new"/root/usr/x86_64-w64-mingw32/lib/*.dll "$new/root/usr/lib/x86_64-linux-gnu/wine/x86_64-windows"
    cp "$new"/root/usr/i686-w64-mingw32/lib/*.dll "$new/root/usr/lib/x86_64-linux-gnu/wine/i386-windows"
    ln -s ../lib/x86_64-linux-gnu/wine/wineserver "$new/root/usr/bin/wineserver"
    for program in "$new"/root/usr/bin/*-stable; do
        ln -s "${program##*/}" "${program%-stable}"
    done
    cp "$new/root/usr/bin/busybox" "$new/busybox"
    make_prefix "$new/root"
    # Nothing is drawn.
    (cd "$new/root" && rm -rf usr/i686-w64-mingw32 usr/x86_64-w64-mingw32* usr/share/fonts usr/share/icons \
        usr/lib/x86_64-linux-gnu/dri)
    link_copies "$new/root/root/prefix/drive_c/windows/system32" "$new/root/usr/lib/x86_64-linux-gnu/wine/x86_64-windows"
    link_copies "$new/root/root/prefix/drive_c/windows/syswow64" "$new/root/usr/lib/x86_64-linux-gnu/wine/i386-windows"
    pack "$new/root" "$new/wine.cpio"
    rm -rf "$new/root" "$new/busybox"
}

exec 3>&1 4>&2
mkdir -p "$cache"
# Whoever comes second waits, and finds it.
exec 9>"$place.lock"
flock 9
[ "$(cat "$place/form" 2>/dev/null)" != "$form" ] || exit 0
begin=$(date +%s)
rm -rf "$new"
mkdir -p "$new"
exec >"$log" 2>&1
prepare_apt
"make_$part"
rm -rf "$new/apt" "$place"
echo "$form" >"$new/form"
mv "$new" "$place"
say "in $place, made in $(($(date +%s) - begin)) s"
