# SPDX-License-Identifier: MIT
# refused_calls.sh TREE WORK [all]: where Linux refuses a system call, as in a container, a program has the same output and
# exit code as without cycletime. With `all` this is tried for each system call that Wine can do without, and for each error
# that containers use.
set -eu

tree=$1 work=$2 which=${3-} machine=x86_64
. ./wine.sh
rm -rf "$work"
mkdir -p "$work"
need_wine "$work"
cycletime=$tree/bin/cycletime
failed=0
export WINEDEBUG=-all

cc refuse.c -o "$work/refuse"
"$machine-w64-mingw32-gcc" -O1 refused.c -o "$work/refused.exe"
# refuse CALL[:INDEX=VALUE] ERROR COMMAND...: by their names.
refuse() {
    numbers=$(printf '#include <errno.h>\n#include <sys/syscall.h>\nSYS_%s %s\n' "${1%%:*}" "$2" | cc -E -P - | tail -n 1)
    case $1 in
    *:*) set -- "${numbers% *}:${1#*:}" "$@" ;;
    *) set -- "${numbers% *}" "$@" ;;
    esac
    call=$1 error=${numbers#* }
    shift 3
    exec ${limit-} "$work/refuse" "$call" "$error" "$@"
}

if ! (refuse vfork EPERM true) 2>"$work/err"; then
    echo "skipped: $(cat "$work/err")"
    exit 77
fi
# Wine's server and services stay, so that each program starts quickly and they keep all their calls.
mkfifo "$work/stays"
wine cmd.exe <"$work/stays" >/dev/null 2>&1 &
exec 3>"$work/stays"
timeout 300 wine "$work/refused.exe" </dev/null 2>/dev/null | tr -d '\r' >"$work/expected"
echo 'exit code 42' >>"$work/expected"

# The system calls that Wine or cycletime make, and some of their arguments.
calls="
    access arch_prctl bind brk chdir chmod clock_getres clock_gettime clock_nanosleep clone clone3 close close_range
    connect dup dup2 dup3 epoll_create epoll_ctl epoll_wait faccessat faccessat2 fadvise64 fallocate fchdir fchmod fcntl
    fstat fstatfs fsync ftruncate futex getcwd getdents64 getegid geteuid getgid getpgid getpgrp getpid getppid
    getpriority getrandom getresgid getresuid getrlimit getrusage getsid getsockopt gettid gettimeofday getuid getxattr
    inotify_add_watch inotify_init1 ioctl kill link linkat listen lseek lstat madvise membarrier memfd_create mkdir
    mkdirat mlock mmap mprotect mremap munmap nanosleep newfstatat open openat pause perf_event_open pidfd_open pipe pipe2
    poll ppoll prctl pread64 prlimit64 process_vm_readv pselect6 pwrite64 read readlink readlinkat recvmsg rename
    renameat2 rmdir rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigsuspend rt_sigtimedwait
    rt_tgsigqueueinfo sched_getaffinity sched_getparam sched_getscheduler sched_setaffinity sched_yield sendmsg
    set_robust_list set_tid_address setpgid setpriority setrlimit setsid setsockopt sigaltstack signalfd4 socket
    socketpair stat statfs statx symlink sysinfo tgkill time timer_create timerfd_create times tkill umask uname unlink
    unlinkat vfork wait4 waitid write writev prctl:0=1 prctl:0=36 fcntl:1=5 fcntl:1=6 mmap:3=1
"

# run CALL ERROR COMMAND...: leaves the output and the exit code in the file `out`, what cycletime says in `said`.
run() {
    status=0
    (limit='timeout -s KILL 60' && refuse "$@") </dev/null >"$work/raw" 2>"$work/err" || status=$?
    { tr -d '\r' <"$work/raw" && echo "exit code $status"; } >"$work/out"
    grep '^cycletime: ' "$work/err" >"$work/said" || true
}

# try CALL ERROR [PATTERN]: what is said matches PATTERN, by default nothing is said. If programs cannot share their times,
# which is said then, the times of an ended child are unknown.
try() {
    run "$1" "$2" "$cycletime" run "$work/refused.exe"
    wanted=${3-}
    if [ -z "$wanted" ] && grep -q 'programs cannot share their times' "$work/said"; then
        wanted='programs cannot share'
        sed -i 's/^child 0$/child 41/' "$work/out"
    fi
    if ! cmp -s "$work/expected" "$work/out" || { [ -n "$wanted" ] && ! grep -q "$wanted" "$work/said"; } ||
        { [ -z "$wanted" ] && [ -s "$work/said" ]; }; then
        echo "failed: $1 refused with $2"
        cat "$work/out" "$work/err"
        failed=$((failed + 1))
        return
    fi
    echo "$1 refused with $2: $(cut -c 1-100 "$work/said")"
}

said_of() {
    case $1 in
    waitid) echo 'Linux refuses waitid .* so a process that Linux kills has only' ;;
    prctl | prctl:0=36) echo 'Linux refuses prctl(PR_SET_CHILD_SUBREAPER) .* so a process that Linux kills has only' ;;
    prctl:0=1) echo 'Linux refuses prctl(PR_SET_PDEATHSIG) .* so the command goes on' ;;
    esac
}

# A signal reaches the command, and its exit code is passed on.
signals() {
    refuse "$1" EPERM "$cycletime" run --quiet \
        sh -c 'trap "exit 9" TERM; echo; while :; do sleep 0.1; done' >"$work/begun" &
    command=$! patience=300 status=0
    until [ -s "$work/begun" ] || [ "$patience" -eq 0 ]; do
        patience=$((patience - 1))
        sleep 0.1
    done
    kill -TERM "$command" 2>/dev/null || true
    (sleep 20 && kill -KILL "$command") >/dev/null 2>&1 &
    late=$!
    wait "$command" || status=$?
    kill "$late" 2>/dev/null || true
    [ "$status" -eq 9 ] || { echo "failed: SIGTERM where $1 is refused: $status"; failed=$((failed + 1)); }
    : >"$work/begun"
}

for call in waitid wait4 rt_sigtimedwait prctl; do signals "$call"; done
if [ "$which" = all ]; then
    for call in $calls; do
        for error in EPERM ENOSYS EACCES; do
            run "$call" "$error" wine "$work/refused.exe"
            if cmp -s "$work/expected" "$work/out"; then try "$call" "$error" "$(said_of "$call")"
            else echo "$call: Wine needs it"; fi
        done
    done
else
    for call in waitid wait4 vfork geteuid prctl:0=1 prctl:0=36; do try "$call" EPERM "$(said_of "$call")"; done
fi
exec 3>&-
[ "$failed" -eq 0 ]
