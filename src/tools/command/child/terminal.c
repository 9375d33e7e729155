/* SPDX-License-Identifier: MIT */
/* Wine does not notice when the terminal is resized, so this process writes the size into a file that the viewer reads.
   Wine also leaves parts of its output on the screen, so the viewer uses the terminal's alternate screen. Its messages
   would be lost there, so they are kept in a file until the viewer has ended. */
#include "tools/command/child/child.h"
#include "tools/command/ended/ended.h"
#include "tools/command/start/start.h"
#include "tools/command/system/system.h"
#include "protocol/ignore_result.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>

struct terminal {
    struct termios before, ours;
    char *folder, *size, *new_size, *words; /* paths */
};

/* Text for the terminal. If the terminal is gone, writing them fails, and nobody needs them. */
static const char other_screen[] = "\033[?1049h", first_screen[] = "\033[?1049l";

/* Writes a new file and renames it, so that the viewer never reads half of one. */
static void write_size(const struct terminal *terminal)
{
    struct winsize size;
    FILE *file;
    bool is_written;

    if (ioctl(STDIN_FILENO, TIOCGWINSZ, &size)) return;
    file = fopen(terminal->new_size, "we");
    if (!file) return;
    is_written = fprintf(file, "%d %d\n", size.ws_row, size.ws_col) > 0;
    if (!fclose(file) && is_written) rename(terminal->new_size, terminal->size);
}

static bool has_modes(const struct termios *modes)
{
    struct termios now;

    memset(&now, 0, sizeof now);
    return !tcgetattr(STDIN_FILENO, &now) && !memcmp(&now, modes, offsetof(struct termios, c_cc) + sizeof now.c_cc);
}

/* Wine's console restores the modes that it found, which are ours, some time after the viewer has ended. Waits for that
   for at most two seconds, since the terminal may be gone. */
static void leave_screen(const struct terminal *terminal)
{
    const struct timespec interval = { 0, 50000000 };
    char text[4096];
    ssize_t got;
    int polls, file;

    for (polls = 0; polls < 40 && !has_modes(&terminal->ours); polls++) nanosleep(&interval, NULL);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal->before);
    ignore_result(write(STDOUT_FILENO, first_screen, strlen(first_screen)));
    file = open(terminal->words, O_RDONLY | O_CLOEXEC);
    while (file >= 0 && (got = read(file, text, sizeof text)) > 0)
        if (write(STDERR_FILENO, text, (size_t)got) != got) break;
    if (file >= 0) close(file);
    unlink(terminal->words);
    unlink(terminal->new_size);
    unlink(terminal->size);
    rmdir(terminal->folder);
}

/* If this process is killed, the viewer ends as at Ctrl-C. TERMINAL is NULL if it has none.

   timeout sends SIGTERM to the whole process group, and Linux sends SIGHUP when the terminal closes. Either would end the
   viewer without its chart, and could end wineboot while it starts Wine's services, for which the next program then waits
   for minutes. The viewer and Wine ignore both signals, and this process sends SIGINT instead. */
static void begin_viewer(const struct terminal *terminal, char *const *words, const sigset_t *mask)
{
    const int file = terminal ? open(terminal->words, O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR) : -1;

    prctl(PR_SET_PDEATHSIG, SIGINT);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    sigprocmask(SIG_SETMASK, mask, NULL);
    if (terminal && (file < 0 || dup2(file, STDERR_FILENO) < 0))
        _exit(report_error(EXIT_FAILED, "cannot run %s: %s", words[0], strerror(errno)));
    _exit(wine_execute(words));
}

static bool interrupt_viewer(pid_t pid, const char *name)
{
    return !strncmp(name, "cycletime-top", strlen("cycletime-top")) && !kill(pid, SIGINT);
}

/* Reaps all children that have ended. Returns whether CHILD is one of them, and sets its exit code. */
static bool has_viewer_ended(pid_t child, int *code)
{
    bool is_over = false;
    int status;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        if (pid != child) continue;
        *code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        is_over = true;
    }
    return is_over;
}

/* Wine takes SIGINT for Ctrl-C. A viewer that is just starting loses it, so it is sent each second until the viewer has
   ended. The terminal itself sends SIGINT to the viewer too, as the one process group is in its foreground. The child may
   also be Wine's start.exe, which has started the viewer. */
static int await_viewer(pid_t child, const struct terminal *terminal, const sigset_t *signals)
{
    const struct timespec second = { 1, 0 };
    bool is_ending = false;
    siginfo_t info;
    int code, number;

    while (!has_viewer_ended(child, &code)) {
        number = sigtimedwait(signals, &info, is_ending ? &second : NULL);
        if (number < 0 && errno != EAGAIN) continue;
        if (number == SIGWINCH && terminal) write_size(terminal);
        if (number == SIGHUP || number == SIGTERM || (number == SIGINT && info.si_code != SI_KERNEL)) is_ending = true;
        else if (number >= 0) continue;
        if (!any_child(interrupt_viewer)) kill(child, SIGINT);
    }
    return code;
}

/* A signal that is blocked reaches this process also if its parent, such as nohup, had it ignored. */
static int run_viewer(const struct terminal *terminal, char *const *words)
{
    static const int ends[] = { SIGHUP, SIGINT, SIGTERM };
    struct sigaction plain = { .sa_handler = SIG_DFL }, action;
    sigset_t signals, before;
    pid_t child;
    size_t i;

    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGWINCH);
    for (i = 0; i < sizeof ends / sizeof *ends; i++)
        if (!sigaction(ends[i], NULL, &action) && action.sa_handler != SIG_IGN) sigaddset(&signals, ends[i]);
    sigprocmask(SIG_BLOCK, &signals, &before);
    sigaction(SIGCHLD, &plain, NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    child = fork();
    if (!child) begin_viewer(terminal, words, &before);
    return child < 0 ? report_error(EXIT_FAILED, "cannot start the viewer: %s", strerror(errno))
                     : await_viewer(child, terminal, &signals);
}

/* The viewer, whose current folder may be another, gets an absolute path. The keys that would end or stop this process
   while Wine's console goes on reading the keyboard are disabled. */
int viewer_run(char *const *words, bool has_terminal)
{
    struct terminal terminal;
    struct termios modes;
    char *variable;
    int status, lock;

    if (!has_terminal) return run_viewer(NULL, words);
    if (tcgetattr(STDIN_FILENO, &terminal.before))
        return report_error(EXIT_FAILED, "cannot read the modes of the terminal: %s", strerror(errno));
    terminal.folder = own_folder_make(&lock);
    if (!terminal.folder) return report_error(EXIT_FAILED, "cannot make a folder in $TMPDIR or /tmp: %s", strerror(errno));
    terminal.size = format_text("%s/size", terminal.folder);
    terminal.new_size = format_text("%s/size.new", terminal.folder);
    terminal.words = format_text("%s/stderr", terminal.folder);
    variable = format_text("\\\\?\\unix%s", terminal.size);
    environment_set("CYCLETIME_TERMINAL", variable);
    free(variable);
    modes = terminal.before;
    modes.c_cc[VQUIT] = modes.c_cc[VSUSP] = _POSIX_VDISABLE;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    tcgetattr(STDIN_FILENO, &terminal.ours);
    write_size(&terminal);
    ignore_result(write(STDOUT_FILENO, other_screen, strlen(other_screen)));
    status = run_viewer(&terminal, words);
    leave_screen(&terminal);
    return status;
}
