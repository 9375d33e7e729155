# SPDX-License-Identifier: MIT
# needs.sh WORK: where there is no apt, scripts/lib/packages names all that is missing at once, for the system's own
# command, or for each where none is known; and nothing where nothing is missing. It installs nothing there.
set -eu

work=$1
. ./pe.sh
rm -rf "$work"
mkdir -p "$work/bin"
# A machine that has nothing but what a shell script is made of.
for tool in sh awk sed sort tr cat id uname dirname find grep; do ln -s "$(command -v $tool)" "$work/bin"; done

# called COMMAND: as such a machine whose package manager is COMMAND calls it; what it says.
called() {
    rm -f "$work/bin/pacman" "$work/bin/dnf" "$work/bin/zypper"
    [ -z "$1" ] || printf '#!/bin/sh\necho "%s was called" >&2\n' "$1" >"$work/bin/$1"
    [ -z "$1" ] || chmod +x "$work/bin/$1"
    shift
    status=0
    PATH=$work/bin ../../scripts/lib/packages "$@" >"$work/out" 2>&1 || status=$?
    cat "$work/out"
}

start='packages: something is missing; install it with'
# Without those for 32-bit programs of this machine, which another kind of machine does not make.
same pacman "$start
    pacman -S --needed clang cmake gcc git llvm mingw-w64-gcc ninja xz zip" \
    "$(called pacman package | sed 's/ lib32-[^ ]*//g')"
same dnf "$start
    dnf install clang cmake gcc git glibc-devel llvm mingw32-gcc mingw64-gcc ninja-build xz zip" \
    "$(called dnf package | sed 's/ [^ ]*[.]i686//g')"
same zypper "$start
    zypper install clang cmake gcc git glibc-devel llvm mingw32-cross-gcc mingw64-cross-gcc ninja xz zip" \
    "$(called zypper package | sed 's/ [^ ]*-32bit//g')"
called '' package deb >/dev/null
same 'all of them' 'apt-get dnf pacman zypper' \
    "$(sed -n 's/^    \([a-z-]*\) .*/\1/p' "$work/out" | sort | tr '\n' ' ' | sed 's/ $//')"
same 'its exit code' 1 "$status"

same 'what the demo fetches Node.js with' "$start
    pacman -S --needed npm" "$(called pacman node)"

# What is there is not named.
for tool in clang cmake ninja gcc x86_64-w64-mingw32-gcc i686-w64-mingw32-gcc llvm-dlltool zip git; do
    printf '#!/bin/sh\n' >"$work/bin/$tool"
    chmod +x "$work/bin/$tool"
done
same 'xz alone' "$start
    pacman -S --needed xz" "$(called pacman package)"
ln -s "$work/bin/zip" "$work/bin/xz"
same 'nothing is missing' '' "$(called pacman package)"
ln -s "$work/bin/zip" "$work/bin/npm"
same 'an npm from elsewhere' '' "$(called pacman node)"
