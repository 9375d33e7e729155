# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced: commands that run beside others.

# apart COMMAND...: runs COMMAND in a session of its own until it ends. Where this shell is asked to end, so is all of that
# session, and waited for. A shell starts what runs in the background deaf to Ctrl-C, which tests are about.
apart() {
    apart_status=0
    setsid env --default-signal=HUP,INT,QUIT,TERM "$@" </dev/null &
    apart_leader=$!
    trap 'end_apart; exit 129' HUP
    trap 'end_apart; exit 130' INT
    trap 'end_apart; exit 143' TERM
    wait "$apart_leader" || apart_status=$?
    trap - HUP INT TERM
    return "$apart_status"
}

end_apart() {
    kill -TERM "-$apart_leader" 2>/dev/null || true
    wait "$apart_leader" || true
}

# end_all PROCESS...: asks them to end, and waits until they have.
end_all() {
    kill -TERM "$@" 2>/dev/null || true
    wait
}

# show LOCK FILE: prints it in one piece.
show() {
    flock "$1" cat "$2"
}
