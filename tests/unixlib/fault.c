/* SPDX-License-Identifier: MIT */
#include "fault.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool is_counting, all_later;
static unsigned count, failing;
static int with;

void fault_begin(unsigned position, int error, bool and_all_later)
{
    count = 0;
    failing = position;
    with = error;
    all_later = and_all_later;
    is_counting = true;
}

unsigned fault_end(void)
{
    is_counting = false;
    return count;
}

static bool fails(void)
{
    if (!is_counting) return false;
    count++;
    if (count != failing && !(all_later && failing && count > failing)) return false;
    errno = with;
    return true;
}

/* A call fails as its manual describes: with -1 and errno, or with the error itself. */
#define WRAP(type, failure, name, parameters, arguments) \
    type __real_##name parameters; \
    type __wrap_##name parameters; \
    type __wrap_##name parameters { return fails() ? (failure) : __real_##name arguments; }

WRAP(ssize_t, -1, read, (int file, void *bytes, size_t size), (file, bytes, size))
WRAP(ssize_t, -1, pread64, (int file, void *bytes, size_t size, off64_t at), (file, bytes, size, at))
WRAP(ssize_t, -1, pwrite64, (int file, const void *bytes, size_t size, off64_t at), (file, bytes, size, at))
WRAP(int, -1, fstat64, (int file, struct stat64 *status), (file, status))
WRAP(int, -1, stat64, (const char *path, struct stat64 *status), (path, status))
WRAP(int, -1, fstatat64, (int at, const char *path, struct stat64 *status, int flags), (at, path, status, flags))
WRAP(int, -1, linkat, (int from, const char *path, int to, const char *other, int flags), (from, path, to, other, flags))
WRAP(int, -1, unlinkat, (int at, const char *path, int flags), (at, path, flags))
WRAP(int, -1, fchmod, (int file, mode_t mode), (file, mode))
WRAP(int, -1, clock_gettime, (clockid_t clock, struct timespec *time), (clock, time))
WRAP(int, -1, getrusage, (int who, struct rusage *usage), (who, usage))
WRAP(int, -1, nanosleep, (const struct timespec *time, struct timespec *left), (time, left))
WRAP(int, with, clock_nanosleep, (clockid_t clock, int flags, const struct timespec *time, struct timespec *left),
     (clock, flags, time, left))
WRAP(int, -1, ppoll, (struct pollfd *files, nfds_t number, const struct timespec *time, const sigset_t *mask),
     (files, number, time, mask))
WRAP(int, with, pthread_key_create, (pthread_key_t *key, void (*end)(void *)), (key, end))
WRAP(int, with, pthread_setspecific, (pthread_key_t key, const void *value), (key, value))
WRAP(int, with, pthread_atfork, (void (*before)(void), void (*parent)(void), void (*child)(void)), (before, parent, child))
WRAP(int, with, pthread_sigmask, (int how, const sigset_t *set, sigset_t *before), (how, set, before))
WRAP(int, -1, setrlimit, (__rlimit_resource_t what, const struct rlimit *limit), (what, limit))
WRAP(pid_t, -1, waitpid, (pid_t child, int *status, int options), (child, status, options))
WRAP(void *, NULL, dlsym, (void *library, const char *name), (library, name))

/* Closed it is all the same, as on Linux. */
int __real_close(int file);
int __wrap_close(int file);
int __wrap_close(int file)
{
    const int closed = __real_close(file);

    return fails() ? -1 : closed;
}

int __real_open64(const char *path, int flags, mode_t mode);
int __wrap_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...)
{
    return fails() ? -1 : __real_open64(path, flags, 0);
}

/* src/unixlib asks for a mode where it makes a file. */
int __real_openat64(int at, const char *path, int flags, mode_t mode);
int __wrap_openat64(int at, const char *path, int flags, ...);
int __wrap_openat64(int at, const char *path, int flags, ...)
{
    const bool makes = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
    mode_t mode = 0;
    va_list arguments;

    va_start(arguments, flags);
    if (makes) mode = va_arg(arguments, mode_t);
    va_end(arguments);
    return fails() ? -1 : __real_openat64(at, path, flags, mode);
}

int __real_fcntl64(int file, int command, void *argument);
int __wrap_fcntl64(int file, int command, ...);
int __wrap_fcntl64(int file, int command, ...)
{
    void *argument;
    va_list arguments;

    va_start(arguments, command);
    argument = va_arg(arguments, void *);
    va_end(arguments);
    return fails() ? -1 : __real_fcntl64(file, command, argument);
}

int __real_clone(int (*run)(void *), void *stack, int flags, void *argument);
int __wrap_clone(int (*run)(void *), void *stack, int flags, void *argument, ...);
int __wrap_clone(int (*run)(void *), void *stack, int flags, void *argument, ...)
{
    return fails() ? -1 : __real_clone(run, stack, flags, argument);
}

long __real_syscall(long number, long a, long b, long c, long d, long e, long f);
long __wrap_syscall(long number, long a, long b, long c, long d, long e, long f);
long __wrap_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    return fails() ? -1 : __real_syscall(number, a, b, c, d, e, f);
}
