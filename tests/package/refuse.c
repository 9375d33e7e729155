/* SPDX-License-Identifier: MIT */
/*
 * refuse CALL[:INDEX=VALUE] ERROR COMMAND...: runs COMMAND where Linux refuses a system call with ERROR, as the filters of
 * containers do, or only those calls whose argument INDEX is VALUE. `refuse --list` prints the names of all calls that it
 * knows: those that Wine or cycletime make on a 64-bit PC.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALL(name) { #name, SYS_##name }
static const struct call {
    const char *name;
    int number;
} calls[] = {
    CALL(access), CALL(arch_prctl), CALL(bind), CALL(brk), CALL(chdir), CALL(chmod), CALL(clock_getres), CALL(clock_gettime),
    CALL(clock_nanosleep), CALL(clone), CALL(clone3), CALL(close), CALL(close_range), CALL(connect), CALL(dup), CALL(dup2),
    CALL(dup3), CALL(epoll_create), CALL(epoll_ctl), CALL(epoll_wait), CALL(execve), CALL(exit), CALL(exit_group),
    CALL(faccessat), CALL(faccessat2), CALL(fadvise64), CALL(fallocate), CALL(fchdir), CALL(fchmod), CALL(fcntl),
    CALL(fstat), CALL(fstatfs), CALL(fsync), CALL(ftruncate), CALL(futex), CALL(getcwd), CALL(getdents64), CALL(getegid),
    CALL(geteuid), CALL(getgid), CALL(getpgid), CALL(getpgrp), CALL(getpid), CALL(getppid), CALL(getpriority),
    CALL(getrandom), CALL(getresgid), CALL(getresuid), CALL(getrlimit), CALL(getrusage), CALL(getsid), CALL(getsockopt),
    CALL(gettid), CALL(gettimeofday), CALL(getuid), CALL(getxattr), CALL(inotify_add_watch), CALL(inotify_init1),
    CALL(ioctl), CALL(kill), CALL(link), CALL(linkat), CALL(listen), CALL(lseek), CALL(lstat), CALL(madvise), CALL(membarrier),
    CALL(memfd_create), CALL(mkdir), CALL(mkdirat), CALL(mlock), CALL(mmap), CALL(mprotect), CALL(mremap), CALL(munmap),
    CALL(nanosleep), CALL(newfstatat), CALL(open), CALL(openat), CALL(pause), CALL(perf_event_open), CALL(pidfd_open), CALL(pipe),
    CALL(pipe2), CALL(poll), CALL(ppoll), CALL(prctl), CALL(pread64), CALL(prlimit64), CALL(process_vm_readv),
    CALL(pselect6), CALL(pwrite64), CALL(read), CALL(readlink), CALL(readlinkat), CALL(recvmsg), CALL(rename), CALL(renameat2),
    CALL(rmdir), CALL(rseq), CALL(rt_sigaction), CALL(rt_sigpending), CALL(rt_sigprocmask), CALL(rt_sigqueueinfo),
    CALL(rt_sigreturn), CALL(rt_sigsuspend), CALL(rt_sigtimedwait), CALL(rt_tgsigqueueinfo), CALL(sched_getaffinity),
    CALL(sched_getparam), CALL(sched_getscheduler), CALL(sched_setaffinity), CALL(sched_yield), CALL(sendmsg),
    CALL(set_robust_list), CALL(set_tid_address), CALL(setpgid), CALL(setpriority), CALL(setrlimit), CALL(setsid),
    CALL(setsockopt), CALL(sigaltstack), CALL(signalfd4), CALL(socket), CALL(socketpair), CALL(stat), CALL(statfs),
    CALL(statx), CALL(symlink), CALL(sysinfo), CALL(tgkill), CALL(time), CALL(timer_create), CALL(timerfd_create), CALL(times),
    CALL(tkill), CALL(umask), CALL(uname), CALL(unlink), CALL(unlinkat), CALL(vfork), CALL(wait4), CALL(waitid), CALL(write),
    CALL(writev),
};
enum { CALLS = sizeof calls / sizeof *calls };

static const struct {
    const char *name;
    int number;
} errors[] = { { "EACCES", EACCES }, { "ENOSYS", ENOSYS }, { "EPERM", EPERM } };
enum { ERRORS = sizeof errors / sizeof *errors };

static int find_error(const char *name)
{
    int i;

    for (i = 0; i < ERRORS; i++)
        if (!strcmp(errors[i].name, name)) return errors[i].number;
    fprintf(stderr, "refuse: unknown error %s\n", name);
    exit(125);
}

static int find_call(const char *name, size_t length)
{
    int i;

    for (i = 0; i < CALLS; i++)
        if (strlen(calls[i].name) == length && !memcmp(calls[i].name, name, length)) return calls[i].number;
    fprintf(stderr, "refuse: unknown call %s\n", name);
    exit(125);
}

/* Only the lower half of the argument is compared. */
static void refuse(const char *call, int error)
{
    const char *argument = strchr(call, ':');
    unsigned index = 0, value = 0;
    const int number = find_call(call, argument ? (size_t)(argument - call) : strlen(call));
    const int is_any = !argument || sscanf(argument, ":%u=%u", &index, &value) != 2;
    const struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, args) + index * 8),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, is_any ? 0 : 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = { sizeof filter / sizeof *filter, (struct sock_filter *)filter };

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
        perror("refuse: seccomp");
        exit(77);
    }
}

int main(int count, char **words)
{
    int i;

    if (count == 2 && !strcmp(words[1], "--list")) {
        for (i = 0; i < CALLS; i++) puts(calls[i].name);
        return 0;
    }
    if (count < 4) return 125;
    refuse(words[1], find_error(words[2]));
    execvp(words[3], words + 3);
    perror(words[3]);
    return 127;
}
