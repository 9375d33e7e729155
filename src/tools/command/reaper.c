/* SPDX-License-Identifier: MIT */
/* Waits for this process's descendants whose own parents have ended, and writes the end records of those that ended, also
   of killed ones. Wine starts each process by a process in between, which ends at once; so without this reaper Linux would
   report their final times to init (unixlib/shared_file/publisher.h). Wine: two-forks. */
#include "tools/command/processes.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/shared_folders.h"
#include "unixlib/shared_file/reaper_entry.h"
#include "launch/wine_programs.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

static struct publisher publisher;
static bool is_open, can_look, makes_list;
static bool is_alone;          /* this process has no child */
static enum program_kind seen; /* the highest kind among the descendants */
static enum reaper_code has_code;
static const char *linux_name; /* of the command's file, if Linux runs that; NULL otherwise */
static uint32_t code;

/* Finds a child that has ended or stopped, and leaves its state for waitpid. Only the system call itself reports what a
   process used that has not been waited for yet; the C library's waitid does not. */
static bool look_at_children(siginfo_t *found, struct rusage *usage)
{
    found->si_pid = 0;
    return !syscall(SYS_waitid, P_ALL, 0, found, WEXITED | WSTOPPED | WNOHANG | WNOWAIT, usage);
}

const char *reaper_declare(uint64_t run, const char *linux_program)
{
    struct rusage usage;
    siginfo_t found;

    makes_list = run;
    linux_name = linux_program && strrchr(linux_program, '/') ? strrchr(linux_program, '/') + 1 : linux_program;
    process_report_begin(run);
    can_look = look_at_children(&found, &usage) || errno == ECHILD;
    if (!can_look) return "waitid";
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) ? "prctl(PR_SET_CHILD_SUBREAPER)" : NULL;
}

/* Another shared file may be made while the command runs. */
void reaper_begin(void)
{
    uint64_t key;

    if (!is_open && shared_key(&key)) {
        publisher_open(&publisher, NULL, key);
        is_open = true;
    }
    if (is_open && can_look) reaper_register(&publisher, true);
}

bool ends_as_program(const char *name)
{
    const char *dot = strrchr(name, '.');
    const size_t length = dot ? strlen(dot) : 0;

    if (!length || strncasecmp(dot, ".exe", length) != 0) return false;
    return length == 4 || strlen(name) == 15;
}

/* Returns whether the process, which has no entry, is one of Wine's own programs. */
static bool is_wines_by_words(pid_t pid, const char *name)
{
    char words[PATH_MAX];

    if (!wine_program_is_possible(name)) return false;
    if (process_read_file(pid, "cmdline", words, sizeof words) <= 0) *words = '\0';
    return wine_program_by_words(name, words);
}

bool is_wines_own(pid_t pid, const char *name)
{
    struct lookup_answer found;

    if (is_open && lookup_pid(&publisher, pid, false, &found)) return found.entry.process.flags & ENTRY_IS_WINES;
    return is_wines_by_words(pid, name);
}

/* Returns whether Wine may run the process. Linux no longer shows the file of one that has ended. Wine: wine-command. */
static bool may_be_wines(pid_t pid)
{
    char path[64], file[PATH_MAX];
    const char *name;
    ssize_t length;

    snprintf(path, sizeof path, "/proc/%d/exe", (int)pid);
    length = readlink(path, file, sizeof file - 1);
    if (length < 0) return true;
    file[length] = '\0';
    name = strrchr(file, '/');
    return !name || !strncmp(name + 1, "wine", 4);
}

/* Linux may have cut off the end of the program's name; then its entry shows that it is a program. `*found` is set for a
   program with an entry. A Linux program's name may end in the same way. */
static enum program_kind find_kind(pid_t pid, const char *name, struct lookup_answer *found)
{
    if (is_open && lookup_pid(&publisher, pid, false, found))
        return found->entry.process.flags & ENTRY_IS_WINES ? NO_USERS_PROGRAM : WITH_ENTRY;
    if (!ends_as_program(name) || is_wines_by_words(pid, name) || !may_be_wines(pid)) return NO_USERS_PROGRAM;
    return WITHOUT_ENTRY;
}

/* After a program with cycletime was seen, none of the others matters, and NO_USERS_PROGRAM is returned. A program without
   an ending in its name is not looked up, unless Linux has cut off the name's end. */
static enum program_kind find_kind_to_see(pid_t pid, const char *name)
{
    struct lookup_answer found;

    if (seen == WITH_ENTRY || (!ends_as_program(name) && strlen(name) != LINUX_NAME)) return NO_USERS_PROGRAM;
    return find_kind(pid, name, &found);
}

/* Notes in `seen` if the process is a program with cycletime. Returns whether it is a program that has no entry yet. */
static bool lacks_entry(pid_t pid, const char *name)
{
    const enum program_kind kind = find_kind_to_see(pid, name);

    if (kind == WITH_ENTRY) seen = kind;
    return kind == WITHOUT_ENTRY;
}

/* Keeps the times of a process that has ended but was not waited for, and the exit code if it is the command's process. */
static void record_end(pid_t pid, const struct rusage *usage, bool is_command)
{
    struct lookup_answer found;
    enum program_kind kind;
    char name[16];

    if ((seen == WITH_ENTRY && !makes_list) || !read_process_name(pid, name)) *name = 0;
    if (is_command && linux_name && !strncmp(name, linux_name, LINUX_NAME)) *name = 0; /* it is no Windows program */
    reaper_begin();
    kind = find_kind_to_see(pid, name);
    if (kind > seen) seen = kind;
    if (is_open) reaper_write_end(&publisher, pid, usage);
    if (makes_list) process_report_add(is_open ? &publisher : NULL, pid, name, usage);
    if (!is_command || !is_open || !lookup_pid(&publisher, pid, true, &found)) return;
    code = found.entry.published.code;
    if (!(found.entry.published.flags & PUBLISHED_HAS_CODE)) has_code = REAPER_CODE_UNKNOWN;
    else has_code = found.kill == KILL_DONE ? REAPER_CODE_OF_KILL : REAPER_CODE_KNOWN;
}

/* Like waitpid, which does not work if Linux refuses wait4; then waitid does this for a single child. */
static pid_t collect_child(pid_t child, int *status)
{
    const pid_t ended = waitpid(child, status, WUNTRACED | WNOHANG);
    siginfo_t found = { .si_pid = 0 };

    if (ended >= 0 || errno == ECHILD || !can_look) return ended;
    if (waitid(P_PID, (id_t)child, &found, WEXITED | WSTOPPED | WNOHANG)) return -1;
    if (found.si_code == CLD_EXITED) *status = W_EXITCODE(found.si_status, 0);
    else if (found.si_code == CLD_STOPPED || found.si_code == CLD_TRAPPED) *status = W_STOPCODE(found.si_status);
    else *status = W_EXITCODE(0, found.si_status);
    return found.si_pid;
}

enum reaper_code reaper_find_code(uint32_t *found)
{
    if (has_code >= REAPER_CODE_KNOWN) *found = code;
    return has_code;
}

/* If Linux refuses waitid, -1 stands for any child, and no end is recorded. */
bool reaper_wait(pid_t command, int *status)
{
    siginfo_t found = { .si_pid = -1 };
    struct rusage usage;
    pid_t ended;

    do {
        is_alone = can_look && !look_at_children(&found, &usage) && errno == ECHILD;
        if (is_alone || !found.si_pid) return false;
        if (can_look && found.si_code != CLD_STOPPED && found.si_code != CLD_TRAPPED)
            record_end(found.si_pid, &usage, found.si_pid == command);
        ended = collect_child(found.si_pid, status);
        guardian_has_ended(ended);
        signal_probe_has_ended(ended);
    } while (ended > 0 && ended != command);
    return ended > 0;
}

/* For a Linux that does not list a process's children (CONFIG_PROC_CHILDREN). */
static bool any_child_by_parent(bool (*is)(pid_t pid, const char *name))
{
    DIR *processes = opendir("/proc");
    const struct dirent *entry;
    bool any = false;
    char name[16];
    pid_t pid;

    while (processes && (entry = readdir(processes))) {
        pid = (pid_t)strtol(entry->d_name, NULL, 10);
        any |= pid > 0 && process_parent(pid) == getpid() && read_process_name(pid, name) && is(pid, name);
    }
    if (processes) closedir(processes);
    return any;
}

bool reaper_any_child(bool (*is)(pid_t pid, const char *name))
{
    char path[64], name[16], *number = NULL;
    size_t size = 0;
    bool any = false;
    FILE *children;
    pid_t pid;

    if (is_alone) return false;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    children = fopen(path, "re");
    if (!children) return any_child_by_parent(is);
    while (getdelim(&number, &size, ' ', children) > 0) {
        pid = (pid_t)strtol(number, NULL, 10);
        any |= read_process_name(pid, name) && is(pid, name);
    }
    fclose(children);
    free(number);
    return any;
}

/* Waits, 2 ms for each of POLLS, until the condition holds for no child that runs. Returns whether it still held then. */
static bool wait_while_any(bool (*condition)(pid_t pid, const char *name), int polls)
{
    const struct timespec interval = { 0, 2000000 };
    int status;

    for (reaper_wait(0, &status); polls && reaper_any_child(condition); polls--) {
        nanosleep(&interval, NULL);
        reaper_wait(0, &status);
    }
    return !polls;
}

static bool is_users_program(pid_t pid, const char *name)
{
    struct lookup_answer found;

    return find_kind(pid, name, &found) != NO_USERS_PROGRAM;
}

/* A process that has reported its exit code is about to end. */
static bool is_ending(pid_t pid, const char *name)
{
    struct lookup_answer found;

    return find_kind(pid, name, &found) == WITH_ENTRY && found.entry.published.flags & PUBLISHED_HAS_CODE;
}

static bool kill_program(pid_t pid, const char *name)
{
    return is_users_program(pid, name) && !kill(pid, SIGKILL);
}

static bool list_running(pid_t pid, const char *name)
{
    process_report_add(is_open ? &publisher : NULL, pid, name, NULL);
    return false;
}

enum program_kind reaper_saw(void)
{
    return seen;
}

/* A program that ends may have just started another one. */
void reaper_end_programs(void)
{
    wait_while_any(kill_program, 500);
}

/* A process needs some milliseconds for its end after the process that waited for it has gone on, also if it was killed
   just before or ends with the command, and one that has just begun needs some until it has an entry; on a busy machine
   more. What it used is not lost, neither for the list nor for Linux's own tools around this process. */
enum { POLLS = 25, POLLS_FOR_ENTRY = 250, POLLS_FOR_LIST = 500 };

void reaper_end(void)
{
    uint64_t ended;

    if (seen != WITH_ENTRY && wait_while_any(lacks_entry, POLLS_FOR_ENTRY) && !seen) seen = WITHOUT_ENTRY;
    if (!makes_list) {
        wait_while_any(is_ending, POLLS);
    } else {
        ended = linux_time();
        wait_while_any(is_users_program, POLLS);
        wait_while_any(is_ending, POLLS_FOR_LIST);
        /* No child is collected after this: it would be listed twice if it is running now. */
        reaper_any_child(list_running);
        process_report_end(is_open ? &publisher : NULL, ended);
    }
    if (!is_open) return;
    reaper_register(&publisher, false);
    publisher_leave(&publisher);
}
