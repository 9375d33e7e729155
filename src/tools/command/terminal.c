/* SPDX-License-Identifier: MIT */
/* Wine does not notice when the terminal is resized, so this process writes the size into a file that the viewer reads.
   Wine also leaves parts of its output on the screen, so the viewer uses the terminal's alternate screen. Its messages
   would be lost there, so they are kept in a file until the viewer has ended. */
#include "tools/command/child.h"
#include "tools/command/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
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

static bool make_files(struct terminal *terminal)
{
    const char *place = getenv("TMPDIR");
    char *variable;

    terminal->folder = format_text("%s/cycletime-XXXXXX", place && *place ? place : "/tmp");
    if (!mkdtemp(terminal->folder)) return false;
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
    if (write(STDOUT_FILENO, text, length) < 0) errno = 0; /* the terminal may be gone */
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

static void begin_viewer(const struct terminal *terminal, char *const *words, const sigset_t *mask)
{
    const int file = open(terminal->words, O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);

    sigprocmask(SIG_SETMASK, mask, NULL);
    if (file >= 0 && dup2(file, STDERR_FILENO) >= 0) execvp(words[0], words);
    report_warning("cannot run %s: %s", words[0], strerror(errno));
    _exit(EXIT_FAILED);
}

/* The terminal sends Ctrl-C to the viewer too, which then ends by itself. */
static int wait_for(pid_t viewer, const struct terminal *terminal, const sigset_t *signals)
{
    int signal, status;

    for (;;) {
        if (waitpid(viewer, &status, WNOHANG) == viewer)
            return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        if (sigwait(signals, &signal)) continue;
        if (signal == SIGWINCH) write_size(terminal);
        if (signal == SIGHUP || signal == SIGTERM) kill(viewer, SIGINT);
    }
}

static int run_viewer(const struct terminal *terminal, char *const *words)
{
    struct sigaction plain = { .sa_handler = SIG_DFL };
    sigset_t signals, before;
    pid_t viewer;

    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGWINCH);
    sigprocmask(SIG_BLOCK, &signals, &before);
    sigaction(SIGCHLD, &plain, NULL);
    viewer = fork();
    if (!viewer) begin_viewer(terminal, words, &before);
    return viewer < 0 ? report_error(EXIT_FAILED, "cannot start the viewer: %s", strerror(errno))
                      : wait_for(viewer, terminal, &signals);
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
