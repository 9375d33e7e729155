/* SPDX-License-Identifier: MIT */
/* Wine does not notice when the terminal is resized, so this process writes the size into a file that the viewer reads.
   Wine also leaves parts of its output on the screen, so the viewer uses the terminal's alternate screen. Its messages
   would be lost there, so they are kept in a file until the viewer has ended. */
#include "tools/command/processes.h"
#include "tools/command/command.h"
#include "protocol/ignore_result.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

struct terminal {
    struct termios before, ours;
    char *folder, *size, *new_size, *words; /* paths */
};

static const char other_screen[] = "\033[?1049h", first_screen[] = "\033[?1049l";

/* Writes a new file and renames it, so that the viewer never reads half of one. */
static void write_size(const struct terminal *terminal)
{
    struct winsize size;
    FILE *file;
    bool is_written;

    if (ioctl(STDIN_FILENO, TIOCGWINSZ, &size) || !(file = fopen(terminal->new_size, "we"))) return;
    is_written = fprintf(file, "%d %d\n", size.ws_row, size.ws_col) > 0;
    if (!fclose(file) && is_written) rename(terminal->new_size, terminal->size);
}

/* The viewer, whose current folder may be another, gets an absolute path. */
static bool make_files(struct terminal *terminal)
{
    char *variable;
    int lock;

    if (!(terminal->folder = own_folder_make(&lock))) return false;
    terminal->size = format_text("%s/size", terminal->folder);
    terminal->new_size = format_text("%s/size.new", terminal->folder);
    terminal->words = format_text("%s/stderr", terminal->folder);
    variable = format_text("\\\\?\\unix%s", terminal->size);
    environment_set("CYCLETIME_TERMINAL", variable);
    free(variable);
    return true;
}

/* Disables the keys that would end or stop this process while Wine's console goes on reading the keyboard. */
static void take_keys(struct terminal *terminal)
{
    struct termios modes = terminal->before;

    modes.c_cc[VQUIT] = modes.c_cc[VSUSP] = _POSIX_VDISABLE;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    tcgetattr(STDIN_FILENO, &terminal->ours);
}

static bool has_modes(const struct termios *modes)
{
    struct termios now;

    memset(&now, 0, sizeof now);
    return !tcgetattr(STDIN_FILENO, &now) && now.c_iflag == modes->c_iflag && now.c_oflag == modes->c_oflag
           && now.c_cflag == modes->c_cflag && now.c_lflag == modes->c_lflag
           && !memcmp(now.c_cc, modes->c_cc, sizeof now.c_cc);
}

/* Wine's console restores the modes that it found, which are ours, some time after the viewer has ended. Waits for that
   for at most two seconds, since the terminal may be gone. */
static void give_back_keys(const struct terminal *terminal)
{
    const struct timespec while_it_does = { 0, 50000000 };
    int polls;

    for (polls = 0; polls < 40 && !has_modes(&terminal->ours); polls++) nanosleep(&while_it_does, NULL);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal->before);
}

static void write_to_terminal(const char *text, size_t length)
{
    ignore_result(write(STDOUT_FILENO, text, length)); /* the terminal may be gone */
}

static void print_words(const struct terminal *terminal)
{
    const int file = open(terminal->words, O_RDONLY | O_CLOEXEC);
    char text[4096];
    ssize_t got;

    if (file < 0) return;
    while ((got = read(file, text, sizeof text)) > 0)
        if (write(STDERR_FILENO, text, (size_t)got) != got) break;
    close(file);
}

static void leave_screen(const struct terminal *terminal)
{
    give_back_keys(terminal);
    write_to_terminal(first_screen, sizeof first_screen - 1);
    print_words(terminal);
    unlink(terminal->words);
    unlink(terminal->new_size);
    unlink(terminal->size);
    rmdir(terminal->folder);
}

/* timeout sends SIGTERM to the whole process group, and Linux sends SIGHUP when the terminal closes. Either would end the
   viewer without its chart, and could end wineboot while it starts Wine's services, for which the next program then waits
   for minutes. The viewer and Wine ignore both signals, and this process sends SIGINT instead. */
static void ignore_signals_of_group(void)
{
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
}

/* If this process is killed, the viewer ends as at Ctrl-C. TERMINAL is NULL if it has none. */
static void begin_viewer(const struct terminal *terminal, char *const *words, const sigset_t *mask)
{
    const int file = terminal ? open(terminal->words, O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR) : -1;

    prctl(PR_SET_PDEATHSIG, SIGINT);
    ignore_signals_of_group();
    sigprocmask(SIG_SETMASK, mask, NULL);
    if (terminal && (file < 0 || dup2(file, STDERR_FILENO) < 0))
        _exit(report_error(EXIT_FAILED, "cannot run %s: %s", words[0], strerror(errno)));
    _exit(wine_execute(words));
}

static bool interrupt_viewer(pid_t pid, const char *name)
{
    static const char viewer[] = "cycletime-top";

    return !strncmp(name, viewer, sizeof viewer - 1) && !kill(pid, SIGINT);
}

/* Wine takes SIGINT for Ctrl-C. The child may also be Wine's start.exe, which has started the viewer. */
static void end_viewer(pid_t child)
{
    if (!reaper_any_child(interrupt_viewer)) kill(child, SIGINT);
}

/* Reaps all children that have ended. Returns whether CHILD is one of them, and sets its exit code. */
static bool has_ended(pid_t child, int *code)
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

/* The terminal itself sends SIGINT to the viewer too, as the one process group is in its foreground. */
static bool is_to_end(const siginfo_t *signal)
{
    if (signal->si_signo == SIGINT) return signal->si_code != SI_KERNEL;
    return signal->si_signo == SIGHUP || signal->si_signo == SIGTERM;
}

/* A viewer that is just starting loses SIGINT, so it is sent each second until the viewer has ended. */
static int wait_for(pid_t child, const struct terminal *terminal, const sigset_t *signals)
{
    const struct timespec second = { 1, 0 };
    bool is_ending = false;
    siginfo_t signal;
    int code;

    while (!has_ended(child, &code)) {
        if (sigtimedwait(signals, &signal, is_ending ? &second : NULL) < 0) {
            if (errno != EAGAIN) continue;
        } else if (is_to_end(&signal)) is_ending = true;
        else {
            if (signal.si_signo == SIGWINCH && terminal) write_size(terminal);
            continue;
        }
        end_viewer(child);
    }
    return code;
}

/* A signal that is blocked reaches this process also if its parent, such as nohup, had it ignored. */
static void add_unless_ignored(sigset_t *signals, int signal)
{
    struct sigaction action;

    if (!sigaction(signal, NULL, &action) && action.sa_handler != SIG_IGN) sigaddset(signals, signal);
}

static int run_viewer(const struct terminal *terminal, char *const *words)
{
    struct sigaction plain = { .sa_handler = SIG_DFL };
    sigset_t signals, before;
    pid_t child;

    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    add_unless_ignored(&signals, SIGHUP);
    add_unless_ignored(&signals, SIGINT);
    add_unless_ignored(&signals, SIGTERM);
    sigaddset(&signals, SIGWINCH);
    sigprocmask(SIG_BLOCK, &signals, &before);
    sigaction(SIGCHLD, &plain, NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    child = fork();
    if (!child) begin_viewer(terminal, words, &before);
    return child < 0 ? report_error(EXIT_FAILED, "cannot start the viewer: %s", strerror(errno))
                     : wait_for(child, terminal, &signals);
}

int viewer_run(char *const *words)
{
    return run_viewer(NULL, words);
}

int terminal_run(char *const *words)
{
    struct terminal terminal = { .folder = NULL };
    int status;

    if (tcgetattr(STDIN_FILENO, &terminal.before))
        return report_error(EXIT_FAILED, "cannot read the modes of the terminal: %s", strerror(errno));
    if (!make_files(&terminal))
        return report_error(EXIT_FAILED, "cannot make a folder in $TMPDIR or /tmp: %s", strerror(errno));
    take_keys(&terminal);
    write_size(&terminal);
    write_to_terminal(other_screen, sizeof other_screen - 1);
    status = run_viewer(&terminal, words);
    leave_screen(&terminal);
    return status;
}
