# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034
# Sourced.

# find_root: sets $as_root to what makes a command root's: nothing, or sudo. With somebody at the terminal sudo may ask
# for a password; without, it must do without.
find_root() {
    as_root=
    [ "$(id -u)" -ne 0 ] || return 0
    as_root=sudo
    command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }
}
