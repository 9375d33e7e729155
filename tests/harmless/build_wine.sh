#!/bin/sh
# SPDX-License-Identifier: MIT
# build_wine.sh CACHE MACHINE MODULE...: builds the conformance tests of these modules of Wine, of the installed Wine's
# version, from Debian's source package, for x86_64 or i686 programs. Writes "MODULE PROGRAM" of each that was built into
# CACHE/wine/MACHINE/programs. What is there already is not built again, after an interruption neither. Exit code 77, with
# the reason in the last line: this machine has not what it takes.
set -eu

cache=$1 machine=$2
shift 2
cd "$(dirname "$0")/../.."
. scripts/lib/common.sh
. scripts/lib/source_package.sh

# The tests have to be of the Wine that runs them.
version=$(dpkg-query -W -f '${source:Package}=${source:Version}' wine 2>/dev/null) || {
    echo "the installed Wine is not Debian's package, so there is no source of it"
    exit 77
}
package=${version%%=*} version=${version#*=}
work=$cache/wine/$(echo "$version" | tr -c '[:alnum:].\n' _)
source=$work/source build=$work/$machine

# All that Debian's build makes by other programs and that no test needs: icons, tables of Unicode, Vulkan's functions.
# place_of FILE: where Wine's makedep looks for a file that it names this way.
place_of() {
    case $1 in
    "$source"/*) echo "$1" ;;
    *.nls) echo "$source/nls/$1" ;;
    dlls/* | include/* | libs/* | loader/* | nls/* | po/* | programs/* | server/* | tools/*) echo "$source/$1" ;;
    *.h) echo "$source/include/$1" ;;
    *)
        # The first folder whose makefile or resources name it, and that has no such file.
        grep -lrw --include=Makefile.in --include='*.rc' --include='*.[ch]' -F -- "$1" "$source/dlls" "$source/programs" \
            "$source/libs" | sort | while read -r user; do
            [ -e "${user%/*}/$1" ] || echo "${user%/*}/$1"
        done | head -n 1
        ;;
    esac
}

# Empty files in place of those, one after the other, as makedep misses them.
make_placeholders() {
    until ./config.status Makefile >placeholders.log 2>&1; do
        missing=$(sed -n 's/.*error: open \(.*\) : No such file.*/\1/p' placeholders.log | head -n 1)
        place=${missing:+$(place_of "$missing")}
        if [ -z "$place" ] || [ -e "$place" ]; then
            cat placeholders.log
            return 1
        fi
        mkdir -p "${place%/*}"
        : >"$place"
    done
}

prepare_source() {
    rm -rf "$source.new"
    mkdir -p "$work"
    fetch_source "$cache/apt" "$package=$version" || exit
    dpkg-source --no-check -x "$cache/apt/source/${package}_$version.dsc" "$source.new"
    (
        cd "$source.new"
        # Debian leaves out modules that have one unit of generated data; the other units are what we want.
        ! [ -f debian/patches/disable/generated-data.patch ] || patch -R -p1 <debian/patches/disable/generated-data.patch
        sed -i '/^[[:space:]]*generated\.c/d' dlls/*/tests/Makefile.in
        # As debian/rules does.
        rm -rf libs/zlib
        for file in server/trace.generated server/request.generated; do sh debian/scripts/generate $file make_requests; done
        tools/make_requests
        ln -sf /usr/share/misc/config.sub /usr/share/misc/config.guess tools
        cp -n /usr/share/wine/nls/*.nls nls
        autoconf -f
        autoheader -f
        # Sounds and films that Debian leaves out: empty ones.
        for resource in dlls/*/tests/*.rc; do
            sed -n 's|^/\* @makedep: \([^ ]*\) \*/|\1|p' "$resource" |
                while read -r file; do [ -e "${resource%/*}/$file" ] || : >"${resource%/*}/$file"; done
        done
    )
    mv "$source.new" "$source"
}

configure() {
    mkdir -p "$build"
    cd "$build"
    case $machine in
    x86_64) set -- --enable-win64 ;;
    i686) set -- --enable-archs=i386,x86_64 ;;
    esac
    for library in x freetype alsa capi cups dbus fontconfig gphoto gnutls gssapi gstreamer inotify krb5 netapi opencl \
        opengl osmesa oss pcap pulse sane sdl udev unwind usb v4l2 vulkan; do
        set -- "$@" --without-$library
    done
    # It ends with an error where makedep misses a file.
    "$source/configure" --cache-file=config.cache "$@" --with-mingw ZLIB_PE_LIBS=-lz \
        CFLAGS='-O1 -g0' CROSSCFLAGS='-O1 -g0' || [ -f config.status ]
    make_placeholders
    : >configured
}

# targets MODULE...: "MODULE TARGET" of each that has tests; a program's module is named with or without its ending.
targets() {
    grep -oE "^(dlls|programs)/[^/]+/tests/$windows/[^/]+_test\.exe:" Makefile | tr -d : >targets.log
    for module; do
        for folder in "dlls/$module" "programs/$module" "programs/${module%.*}"; do
            grep "^$folder/tests/" targets.log | sed "s|^|$module |" | grep . && break
        done
    done
}

case $machine in
x86_64) windows=x86_64-windows ;;
i686) windows=i386-windows ;;
esac
[ -d "$source" ] || prepare_source
[ -f "$build/configured" ] || (configure)
cd "$build"
# Those of which one file does not compile here are left out, and named in the table.
targets "$@" >wanted.log
# shellcheck disable=SC2046 # a list of words
nice -n 5 make -k -j "$(nproc)" $(cut -d ' ' -f 2 wanted.log) >make.log 2>&1 ||
    echo "not all of Wine's tests could be built"
mkdir -p "$cache/wine/$machine"
while read -r module target; do
    [ ! -f "$target" ] || echo "$module $build/$target"
done <wanted.log >"$cache/wine/$machine/programs"
echo "Wine's tests: $(wc -l <"$cache/wine/$machine/programs") of $(wc -l <wanted.log) modules are built"
[ -s "$cache/wine/$machine/programs" ]
