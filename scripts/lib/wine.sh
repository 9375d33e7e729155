# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced. Wine in a prefix of the build tree: no window, no question, and nothing running afterwards.

# The tests start "wine"; that, and the server that belongs to it, are then the chosen Wine's.
case ${WINE:-wine} in
*/*) PATH=$(cd "$(dirname "$WINE")" && pwd):$PATH ;;
esac

# Linux (6.18, for one) puts a program's heap anywhere in the GB behind the program, one time in some thousand where
# Wine must have a page of its own, 0x7ffe0000. Then Wine ends without a word, or CreateProcess with ERROR_INTERNAL_ERROR.
# wine_at_fixed_addresses DIRECTORY: into it and PATH a command wine whose processes have their heaps where they always
# were, if that is allowed.
wine_at_fixed_addresses() {
    # The configurations of scripts/matrix run all tests so.
    case $(cat /proc/self/personality 2>/dev/null) in
    *4????) return ;;
    esac
    # Wine 11's heap is elsewhere, and there CreateProcess then fails for a command line of 30,000 characters.
    case $(wine --version 2>/dev/null) in
    wine-[1-9].* | wine-10.*) ;;
    *) return ;;
    esac
    real=$(command -v wine)
    if [ "$real" = "$1/wine" ] || ! setarch --addr-no-randomize true 2>/dev/null; then
        return
    fi
    mkdir -p "$1"
    cat >"$1/wine" <<END
#!/bin/sh
exec setarch --addr-no-randomize '$real' "\$@"
END
    chmod +x "$1/wine"
    PATH=$1:$PATH
}

wine_end() {
    wineserver -k >/dev/null 2>&1 || true
    wineserver -w >/dev/null 2>&1 || true
    # Debian's Wine keeps its server's directory in /tmp, leaves it there, and names it in this file.
    case $(cat "$WINEPREFIX/wineserver" 2>/dev/null) in
    wine-??????) rm -rf "/tmp/$(cat "$WINEPREFIX/wineserver")" ;;
    esac
}

# wine_start DIRECTORY: makes the prefix if it is not there, and starts its server until this script ends.
wine_start() {
    WINEPREFIX=$1
    WINEDEBUG=-all
    # No installer of Mono or Gecko, no entries in the user's desktop menus.
    WINEDLLOVERRIDES='mscoree,mshtml=;winemenubuilder.exe=d'
    export PATH WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
    # With TMPDIR, Debian 13's Wine ends with "free(): invalid pointer".
    unset DISPLAY WAYLAND_DISPLAY TMPDIR
    # In another encoding Wine creates no file whose name has letters that the encoding lacks.
    [ "$(locale charmap 2>/dev/null)" = UTF-8 ] || export LC_ALL=C.UTF-8

    trap wine_end EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM

    # The server of a run that was killed.
    mkdir -p "$WINEPREFIX"
    wine_end
    wine_at_fixed_addresses "$WINEPREFIX.bin"
    if [ ! -f "$WINEPREFIX/whole" ]; then
        echo "wine: making a prefix, which takes ten to thirty seconds"
        rm -rf "$WINEPREFIX"
        mkdir -p "$WINEPREFIX"
        if ! wine wineboot -i </dev/null >"$WINEPREFIX.log" 2>&1; then
            cat "$WINEPREFIX.log" >&2
            echo "wine: no prefix could be made" >&2
            exit 1
        fi
        wineserver -w
        : >"$WINEPREFIX/whole"
    fi
    # Wine's services keep the output of the first program open for as long as they live, so whoever
    # reads that program's output would wait for them: let the first one be this.
    if ! wineserver -p >"$WINEPREFIX.log" 2>&1 || ! wine wineboot </dev/null >>"$WINEPREFIX.log" 2>&1; then
        cat "$WINEPREFIX.log" >&2
        echo "wine: the prefix $WINEPREFIX cannot be used" >&2
        exit 1
    fi
}
