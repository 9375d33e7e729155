# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced, in a mount namespace of its own.

# own_copy FROM PLACE COPY: what is built in FROM is copied to COPY, and laid over PLACE: what tests write beside
# programs and into their folders is then nobody else's. What other tests may be writing at this time is left out.
own_copy() {
    rm -rf "$3"
    mkdir -p "$3"
    leave=
    [ "$1" != "$2" ] || leave=--exclude=./tests/package/work
    # A file that changes is another's, too.
    tar -C "$1" --exclude=./Testing --exclude='*.obj' --exclude='*.o' ${leave:+"$leave"} -cf - . | tar -C "$3" -xf -
    mount --bind "$3" "$2"
}
