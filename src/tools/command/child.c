/* SPDX-License-Identifier: MIT */
/* Runs the command as a child and ends as it ended: by its exit code or by its signal. */
#include "tools/command/command.h"
#include "tools/command/processes.h"
#include "protocol/can_access.h"
#include "protocol/exit_status.h"
#include "unixlib/clocks/linux_clock.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
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

/* The signal mask and action that this process began with, which the child gets. */
static sigset_t mask_before;
static struct sigaction ends_before;
static bool are_held, was_asked_to_end, was_asked_alone;
static siginfo_t noted;
static const struct timespec at_once = { 0, 0 }, quarter = { 0, 5000000 }, interval = { 0, 20000000 };

/* The child runs in the memory of its parent, which waits until the child executes another program or ends. The child ends
   when its parent does, which may have ended before the child could ask for that. */
static int execute_command(void *context)
{
    struct command *command = context;

    if (!prctl(PR_SET_PDEATHSIG, SIGKILL) && child_is_orphan(command->parent)) _exit(EXIT_FAILURE);
    sigaction(SIGCHLD, &ends_before, NULL);
    sigprocmask(SIG_SETMASK, &mask_before, NULL);
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

static bool is_request_to_end(int signal)
{
    return signal == SIGHUP || signal == SIGINT || signal == SIGQUIT || signal == SIGTERM;
}

/* A terminal sends these signals to the whole process group by itself, but SIGHUP and SIGCONT to a session's leader
   alone. */
static bool is_of_terminal(const siginfo_t *signal)
{
    if (signal->si_code != SI_KERNEL) return false;
    switch (signal->si_signo) {
    case SIGINT:
    case SIGQUIT:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
    case SIGWINCH: return true;
    case SIGHUP:
    case SIGCONT: return getsid(0) != getpid();
    default: return false;
    }
}

static void forward_signal(const siginfo_t *signal, pid_t child)
{
    was_asked_to_end |= is_request_to_end(signal->si_signo);
    if (signal->si_signo == SIGCHLD && signal->si_code > 0) return;
    if (signal_probe_has_seen(signal->si_signo) || is_of_terminal(signal)) return;
    was_asked_alone |= is_request_to_end(signal->si_signo);
    if (signal->si_code != SI_QUEUE && !kill(child, signal->si_signo)) return;
    if (sigqueue(child, signal->si_signo, signal->si_value)) kill(child, signal->si_signo);
}

static void note_signal(int number, siginfo_t *signal, void *context)
{
    (void)number;
    (void)context;
    noted = *signal;
}

/* Does the same as take_signal, by a handler. All signals are blocked elsewhere, so that the handler runs in sigsuspend
   only, and for one signal. */
static bool take_by_handler(siginfo_t *signal, bool waits)
{
    struct sigaction action = { .sa_sigaction = note_signal, .sa_flags = SA_SIGINFO };
    sigset_t pending, none;
    int i;

    sigemptyset(&none);
    sigfillset(&action.sa_mask);
    if (!waits && !sigpending(&pending) && sigisemptyset(&pending)) return false;
    for (i = 1; i < _NSIG; i++) sigaction(i, &action, NULL);
    noted.si_signo = 0;
    sigsuspend(&none);
    *signal = noted;
    return signal->si_signo;
}

/* Takes a pending signal, or waits for one; as long as LONGEST, or without NULL. Returns false if there was none. If Linux
   refuses to hold signals, the end of a child does not wake this process, so it waits for an interval only. */
static bool take_signal(siginfo_t *signal, const struct timespec *longest)
{
    const struct timespec *const wait = longest || are_held ? longest : &interval;
    sigset_t all;

    sigfillset(&all);
    if (sigtimedwait(&all, signal, wait) > 0) return true;
    if (errno == EAGAIN || errno == EINTR) return false;
    if (wait == &interval) nanosleep(&interval, NULL);
    return take_by_handler(signal, !wait);
}

/* This process stops by SIGNAL, so that its parent sees that, until another process continues it. */
static void stop_by(int signal)
{
    struct sigaction plain = { .sa_handler = SIG_DFL }, before;
    sigset_t one;

    sigemptyset(&one);
    sigaddset(&one, signal);
    if (signal != SIGSTOP) sigaction(signal, &plain, &before);
    raise(signal);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    sigprocmask(SIG_BLOCK, &one, NULL);
    if (signal != SIGSTOP) sigaction(signal, &before, NULL);
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
static int await_command(pid_t child, char *ack, bool is_of_wine)
{
    const uint64_t begun = linux_time();
    bool are_watched = !are_held && begin_watchers(ack, false, UINT64_MAX), has_signal;
    siginfo_t signal;
    int status;

    for (;;) {
        while (take_signal(&signal, &at_once)) forward_signal(&signal, child);
        while (reaper_wait(child, &status)) {
            if (!WIFSTOPPED(status)) return status;
            stop_by(WSTOPSIG(status));
            while (take_signal(&signal, &at_once)) forward_signal(&signal, child);
        }
        has_signal = false;
        while (!are_watched && !has_signal) {
            are_watched = begin_watchers(ack, is_of_wine, linux_time() - begun);
            if (!are_watched) has_signal = take_signal(&signal, is_of_wine ? &interval : &quarter);
        }
        if (has_signal || take_signal(&signal, NULL)) forward_signal(&signal, child);
    }
}

/* If a process that another one ended does not end within half a second, Wine's server sends it SIGKILL. Its exit code is
   then lost for Linux, but it is recorded (inject/preload/exit_status.c). Of two kills at the same moment, the process may
   have ended with the code of the second. A process that recorded 0 itself, and then ended by a signal, has failed.
   Wine: kill. */
static int find_status(int of_linux)
{
    uint32_t code;
    const enum reaper_code known = reaper_find_code(&code);

    if (known == REAPER_CODE_KNOWN && code == EXIT_CODE_OF_CTRL_C && WIFSIGNALED(of_linux)) return of_linux;
    if (known == REAPER_CODE_OF_KILL || (known == REAPER_CODE_KNOWN && code && WIFSIGNALED(of_linux)))
        return W_EXITCODE(exit_status_of(code), 0);
    return of_linux;
}

/* Signals stay pending until this process takes them. If its parent ignored SIGCHLD, Linux would keep no exit status of
   children, so the default is restored. */
int child_run(const char *path, char *const *words, struct kept_files files, char *ack, bool is_of_wine, int *status)
{
    struct command command = { .path = path, .words = words, .parent = getpid() };
    struct sigaction plain = { .sa_handler = SIG_DFL };
    sigset_t every;
    pid_t child;

    sigfillset(&every);
    are_held = !sigprocmask(SIG_SETMASK, &every, &mask_before);
    sigaction(SIGCHLD, &plain, &ends_before);
    child = create_child(&command);
    if (command.error) {
        if (child > 0) waitpid(child, NULL, 0);
    } else {
        close_descriptors(files);
        reaper_begin();
        *status = find_status(await_command(child, ack, is_of_wine));
        if (was_asked_alone) reaper_end_programs();
        guardian_end(); /* what the command left running stays */
        signal_probe_end();
        reaper_end();
    }
    return command.error;
}

bool child_can_be_bound(void)
{
    static bool is_known, can;
    int own;

    if (!is_known) can = !prctl(PR_GET_PDEATHSIG, &own) && !prctl(PR_SET_PDEATHSIG, own);
    is_known = true;
    return can;
}

bool child_was_asked_to_end(void)
{
    siginfo_t signal;

    while (take_signal(&signal, &at_once)) was_asked_to_end |= is_request_to_end(signal.si_signo);
    return was_asked_to_end;
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
