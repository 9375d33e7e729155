# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced. What cannot be fetched says nothing about the code: scripts then end with 77, and their last line says what it
# was.

# patiently COMMAND...: COMMAND fetches something. Where it fails it is tried again, for about two minutes.
patiently() {
    for pause in 5 15 30 60; do
        ! "$@" || return 0
        echo "failed, and is tried again in $pause s: $*" >&2
        sleep "$pause"
    done
    "$@"
}
