/* SPDX-License-Identifier: MIT */
/*
 * Wine's background programs and its server inherit the streams of the program that starts them, and run longer than it. A
 * test runner reads that program's output through a pipe until no process has the pipe open, so it would wait for them.
 * Therefore they get /dev/null. If WINEDEBUG turns on any messages, they keep the streams, since they may be the ones that
 * print these messages.
 *
 * They inherit the program's other descriptors too, such as the one by which a shell holds a lock, and leave them. Wine
 * marks all descriptors of its own to be closed at an execution, so those without the mark are inherited.
 *
 * Wine's desktop is an explorer.exe, which chooses the display driver once. It stays for a second after the last program
 * that used it, so a program that begins meanwhile with another display could not use its own. wineboot.exe starts one with
 * the display of the first program. Therefore these two lock a byte of a folder, which the command looks for
 * (tools/command/start/desktop.c).
 * Wine: close-on-exec, debug-variable, desktop.
 */
#include "inject/preload/background.h"
#include "inject/preload/report.h"
#include "launch/prefix.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>

static bool messages_are_wanted(void)
{
    const char *channels = getenv("WINEDEBUG");

    return channels && strrchr(channels, '+');
}

/* Puts /dev/null in the place of the streams from FIRST on. */
static void empty_streams(int first)
{
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    int stream;

    if (nothing < 0) return;
    for (stream = first; stream <= STDERR_FILENO; stream++) dup2(nothing, stream);
    if (nothing > STDERR_FILENO) close(nothing);
}

void background_leave_inherited(posix_spawn_file_actions_t *actions, int nothing)
{
    const int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    _Alignas(struct dirent64) char entries[4096];
    const struct dirent64 *entry;
    const char *digit;
    long length, at;
    int descriptor;

    if (folder < 0) return;
    while ((length = syscall(SYS_getdents64, (long)folder, entries, (long)sizeof entries)) > 0)
        for (at = 0; at < length; at += entry->d_reclen) {
            entry = (const struct dirent64 *)(entries + at);
            descriptor = 0;
            for (digit = entry->d_name; *digit >= '0' && *digit <= '9'; digit++)
                descriptor = descriptor * 10 + (*digit - '0');
            if (descriptor <= STDERR_FILENO || fcntl(descriptor, F_GETFD)) continue;
            if (actions) posix_spawn_file_actions_addclose(actions, descriptor);
            else if (nothing >= 0) syscall(SYS_dup3, (long)nothing, (long)descriptor, (long)O_CLOEXEC);
            else close(descriptor);
        }
    close(folder);
}

static bool line_ends_with(const struct process_parameters *parameters, const char *end)
{
    const struct counted_string *line = &parameters->command_line;
    const size_t length = line->length / sizeof *line->text, of_end = strlen(end);
    size_t i;

    if (length < of_end) return false;
    for (i = 0; i < of_end; i++)
        if (line->text[length - of_end + i] != (unsigned char)end[i]) return false;
    return true;
}

/* Returns whether this is the explorer.exe that Wine starts for its desktop (get_desktop_window in Wine's win32u), with
   nothing behind the option. */
static bool is_desktop(const struct process_parameters *parameters)
{
    return line_ends_with(parameters, "explorer.exe\" /desktop");
}

static bool is_wineboot(void)
{
    const char *name = strrchr(report.program, '\\');

    return name && !strcasecmp(name, "\\wineboot.exe");
}

/* Returns whether Wine has started the process for itself. A wineboot with another option is the user's, for whom it
   prints (run_wineboot in Wine's ntdll). */
static bool is_background(const struct process_parameters *parameters, enum program_owner kind)
{
    if (!program_has_windows_parent) return false;
    if (kind == PROGRAM_STARTER) return is_desktop(parameters);
    return kind == PROGRAM_SERVICE && (!is_wineboot() || line_ends_with(parameters, "wineboot.exe\" --init"));
}

void background_leave_streams(const struct ntdll *ntdll, struct process_parameters *parameters, enum program_owner kind)
{
    void **const handles[] = { &parameters->input, &parameters->output, &parameters->error };
    const uintptr_t invalid = UINTPTR_MAX; /* INVALID_HANDLE_VALUE */
    int nothing, i;

    if (!is_background(parameters, kind)) return;
    /* A library that opened its log before may still write to the descriptor, whose number must not become another
       file's. */
    nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing >= 0) {
        background_leave_inherited(NULL, nothing);
        close(nothing);
    }
    if (messages_are_wanted()) return;
    for (i = 0; i < 3; i++) {
        if (*handles[i] && (uintptr_t)*handles[i] != invalid)
            ntdll_call(ntdll, ntdll->close, (uintptr_t[6]){ (uintptr_t)*handles[i] });
        *handles[i] = NULL;
    }
    empty_streams(STDIN_FILENO);
}

void background_mark_desktop(const struct process_parameters *parameters, enum program_owner kind)
{
    struct flock lock = { .l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1 };
    char folder[PLACE];
    int file;

    if (kind == PROGRAM_OF_USER || (!is_desktop(parameters) && !is_wineboot()) || !prefix_devices(folder, PLACE)) return;
    file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    lock.l_start = getpid();
    /* The descriptor stays open, since the lock ends with it. */
    if (file >= 0 && fcntl(file, F_SETLK, &lock)) close(file);
}

bool background_starts_server(const char *path, char *const *words, const void *caller)
{
    const char *name = path ? strrchr(path, '/') : NULL;
    Dl_info found;

    if (!name || strcmp(name, "/wineserver") != 0 || !words || !words[0] || words[1]) return false;
    if (!dladdr || !dladdr(caller, &found) || !found.dli_fname) return false;
    name = strrchr(found.dli_fname, '/');
    return name && !strcmp(name, "/ntdll.so");
}

/* Three seconds are Wine's own default. Debian's script wineserver passes this option on behind its own -p0, and the last
   one counts. Wine: server-start. */
char *const *background_server_words(char *const *words, char *with_option[3])
{
    static char option[] = "-p12345";
    const char *seconds;
    size_t length;

    seconds = getenv ? getenv("CYCLETIME_KEEP_SERVER") : NULL;
    if (!seconds || !*seconds) seconds = "3";
    for (length = 0; seconds[length] >= '0' && seconds[length] <= '9'; length++) continue;
    if (seconds[length] || length > sizeof option - sizeof "-p" || !strcmp(seconds, "0")) return words;
    memcpy(option + 2, seconds, length + 1);
    with_option[0] = words[0];
    with_option[1] = option;
    with_option[2] = NULL;
    return with_option;
}

/* Debian's wineserver is a script for wineserver32 or wineserver64. Wine: server-streams. */
void background_leave_server_stderr(void)
{
    static const char server[] = "/wineserver";
    char path[PLACE], *name;
    long length;

    if (!getsid || getsid(0) != getpid()) return;
    length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) return;
    path[length] = '\0';
    name = strrchr(path, '/');
    if (name && !strncmp(name, server, sizeof server - 1) && !messages_are_wanted()) empty_streams(STDERR_FILENO);
}
