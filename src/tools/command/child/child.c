/* SPDX-License-Identifier: MIT */
/* Runs the command as a child and ends as it ended: by its exit code or by its signal. */
#include "tools/command/child/child.h"
#include "tools/command/ended/ended.h"
#include "tools/command/start/start.h"
#include "tools/command/system/system.h"
#include "protocol/can_access.h"
#include "unixlib/clocks/linux_clock.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* Closes all descriptors but stderr and FILES, so that a process at the other end of a pipe sees when the command has
   closed it. Where FILES has no standard stream, /dev/null takes its place, and that of a standard stream that is
   closed. */
static void close_descriptors(struct kept_files files)
{
    enum { LOCK = STDERR_FILENO + 1 };
    int nothing;

    do nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (nothing >= 0 && nothing <= STDERR_FILENO);
    if (nothing < 0) return;
    dup2(files.picture < 0 ? nothing : files.picture, STDIN_FILENO);
    dup2(files.output < 0 ? nothing : files.output, STDOUT_FILENO);
    if (files.lock >= 0 && files.lock != LOCK) dup3(files.lock, LOCK, O_CLOEXEC);
    closefrom(files.lock < 0 ? LOCK : LOCK + 1);
}

struct command {
    const char *path;
    char *const *words;
    pid_t parent;
    volatile int error; /* what execvp reported */
};

static bool was_asked_alone;
static const struct timespec at_once = { 0, 0 }, quarter = { 0, 5000000 }, interval = { 0, 20000000 };

/* The child runs in the memory of its parent, which waits until the child executes another program or ends. The child ends
   when its parent does, which may have ended before the child could ask for that. */
static int execute_command(void *context)
{
    struct command *command = context;

    if (!prctl(PR_SET_PDEATHSIG, SIGKILL) && child_is_orphan(command->parent)) _exit(EXIT_FAILURE);
    signals_restore();
    if (wine_announce()) execvp(command->path, command->words);
    command->error = errno;
    _exit(EXIT_FAILURE);
}

/* Like vfork, but by a system call that Wine needs too: containers refuse vfork. The stack has room for the longest list of
   words that Linux takes, 6 MB, which execvp copies for a script without an interpreter. Linux provides its pages when they
   are used. */
static pid_t create_child(struct command *command)
{
    enum { STACK = 8 << 20 };
    char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    pid_t child;

    child = stack == MAP_FAILED ? -1 : clone(execute_command, stack + STACK, CLONE_VM | CLONE_VFORK | SIGCHLD, command);
    if (child < 0) command->error = errno;
    if (stack != MAP_FAILED) munmap(stack, STACK);
    return child;
}

static void forward_signal(const siginfo_t *signal, pid_t child)
{
    if (signal->si_signo == SIGCHLD && signal->si_code > 0) return;
    if (signal_probe_has_seen(signal->si_signo) || signal_is_of_terminal(signal)) return;
    was_asked_alone |= signal_asks_to_end(signal->si_signo);
    if (signal->si_code != SI_QUEUE && !kill(child, signal->si_signo)) return;
    if (sigqueue(child, signal->si_signo, signal->si_value)) kill(child, signal->si_signo);
}

/* Each process that Linux creates while a Windows program starts makes that start longer: it counts as a load of its
   processor, so that Linux does not run the program and Wine's server on the same one. So where Wine is the child, the
   signal probe and the guardian begin when its program has begun, which removes ACK, or after five intervals. A command
   that is killed before has at most one program, which Linux ends. A signal that comes before counts as sent to this
   process alone. A Linux program may soon have started programs that Linux does not end, so there they begin after a
   quarter of an interval, before which many Linux programs have ended. */
static bool begin_watchers(char *ack, bool is_of_wine, uint64_t waited)
{
    const uint64_t least = (uint64_t)quarter.tv_nsec, most = 20 * least;

    if (is_of_wine ? waited < most && ack && can_access(ack, F_OK) : waited < least) return false;
    signal_probe_begin();
    guardian_begin(ack);
    return true;
}

/* A SIGCONT that continues this process is passed on before the child's next state is read. */
static int await_command(pid_t child, char *ack, bool is_of_wine, bool are_held)
{
    const uint64_t begun = linux_time();
    bool are_watched = !are_held && begin_watchers(ack, false, UINT64_MAX), has_signal;
    siginfo_t signal;
    int status;

    for (;;) {
        while (signal_take(&signal, &at_once)) forward_signal(&signal, child);
        while (reaper_wait(child, &status)) {
            if (!WIFSTOPPED(status)) return status;
            signal_stop_by(WSTOPSIG(status));
            while (signal_take(&signal, &at_once)) forward_signal(&signal, child);
        }
        has_signal = false;
        while (!are_watched && !has_signal) {
            are_watched = begin_watchers(ack, is_of_wine, linux_time() - begun);
            if (!are_watched) has_signal = signal_take(&signal, is_of_wine ? &interval : &quarter);
        }
        if (has_signal || signal_take(&signal, NULL)) forward_signal(&signal, child);
    }
}

int child_run(const char *path, char *const *words, struct kept_files files, char *ack, bool is_of_wine, int *status)
{
    struct command command = { .path = path, .words = words, .parent = getpid() };
    const bool are_held = signals_hold();
    pid_t child;

    child = create_child(&command);
    if (command.error) {
        if (child > 0) waitpid(child, NULL, 0);
    } else {
        close_descriptors(files);
        reaper_begin();
        *status = reaper_decide_status(await_command(child, ack, is_of_wine, are_held));
        if (was_asked_alone) reaper_end_programs();
        watcher_end(WATCHER_GUARDIAN); /* what the command left running stays */
        watcher_end(WATCHER_PROBE);
        reaper_end();
    }
    return command.error;
}

void child_end_as(int status)
{
    const struct rlimit none = { 0, 0 };
    const int signal = WTERMSIG(status);
    struct sigaction plain = { .sa_handler = SIG_DFL };
    sigset_t one;

    if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0);
    sigaction(signal, &plain, NULL);
    raise(signal);
    sigemptyset(&one);
    sigaddset(&one, signal);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    _exit(128 + signal);
}
