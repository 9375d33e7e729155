/* SPDX-License-Identifier: MIT */
/* Waits for this process's descendants whose own parents have ended, and writes the end records of those that ended, also
   of killed ones. Wine starts each process by a process in between, which ends at once; so without this reaper Linux would
   report their final times to init (unixlib/shared_file/publisher.h). Wine: two-forks. */
#include "tools/command/ended/ended.h"
#include "tools/command/system/system.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/reaper_entry.h"
#include "launch/exit_code.h"
#include "launch/wine_programs.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static bool can_look, makes_list;
static bool is_alone;          /* this process has no child */
static enum program_kind seen; /* the highest kind among the descendants */
static const char *linux_name; /* of the command's file, if Linux runs that; NULL otherwise */

/* Of the command's own process, if that is a Windows program with an entry in the shared file. */
static struct exit_facts command_facts;
static bool has_entry;

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

void reaper_begin(void)
{
    struct publisher *const publisher = program_kind_publisher(true);

    if (publisher && can_look) reaper_register(publisher, true);
}

/* Returns whether the process is a program that has no entry yet. Notes in `seen` if it is one with cycletime; none of the
   others matters then. A program whose name has no ending is not looked up, unless Linux has cut off the name's end. */
static bool lacks_entry(pid_t pid, const char *name)
{
    enum program_kind kind;

    if (seen == WITH_ENTRY || (!ends_as_program(name) && strlen(name) != LINUX_NAME)) return false;
    kind = program_kind_find(pid, name, NULL);
    if (kind == WITH_ENTRY) seen = kind;
    return kind == WITHOUT_ENTRY;
}

/* Keeps the times of a process that has ended but was not waited for, and the exit code if it is the command's process. */
static void record_end(pid_t pid, const struct rusage *usage, bool is_command)
{
    struct publisher *publisher;
    struct lookup_answer found;
    char name[16];

    if ((seen == WITH_ENTRY && !makes_list) || !read_process_name(pid, name)) *name = 0;
    if (is_command && linux_name && !strncmp(name, linux_name, LINUX_NAME)) *name = 0; /* it is no Windows program */
    reaper_begin();
    publisher = program_kind_publisher(false);
    if (lacks_entry(pid, name) && !seen) seen = WITHOUT_ENTRY;
    if (publisher) reaper_write_end(publisher, pid, usage);
    if (makes_list) process_report_add(pid, name, usage);
    if (!is_command || !publisher || !lookup_pid(publisher, pid, true, &found)) return;
    has_entry = true;
    command_facts.has_code = found.entry.published.flags & PUBLISHED_HAS_CODE;
    command_facts.code = command_facts.killers_code = found.entry.published.code;
    command_facts.has_killers_code = command_facts.is_reported = found.kill == KILL_DONE;
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

int reaper_decide_status(int of_linux)
{
    struct exit_facts facts = command_facts;
    struct exit_decision decision;

    facts.has_ended = true;
    if (WIFSIGNALED(of_linux)) facts.signal = WTERMSIG(of_linux);
    else facts.status = WEXITSTATUS(of_linux);
    decision = exit_code_decide(&facts);
    return decision.signal ? W_EXITCODE(0, decision.signal) : W_EXITCODE(decision.status, 0);
}

bool reaper_lacks_code(void)
{
    return has_entry && !command_facts.has_code;
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
        watchers_remove(ended);
    } while (ended > 0 && ended != command);
    return ended > 0;
}

/* Waits, 2 ms for each of POLLS, until the condition holds for no child that runs. Returns whether it still held then. */
static bool wait_while_any(bool (*condition)(pid_t pid, const char *name), int polls)
{
    const struct timespec interval = { 0, 2000000 };
    int status;

    for (reaper_wait(0, &status); polls && !is_alone && any_child(condition); polls--) {
        nanosleep(&interval, NULL);
        reaper_wait(0, &status);
    }
    return !polls;
}

static bool is_users_program(pid_t pid, const char *name)
{
    return program_kind_find(pid, name, NULL) != NO_USERS_PROGRAM;
}

/* A process that has reported its exit code is about to end. */
static bool is_ending(pid_t pid, const char *name)
{
    struct lookup_answer found;

    return program_kind_find(pid, name, &found) == WITH_ENTRY && found.entry.published.flags & PUBLISHED_HAS_CODE;
}

static bool kill_program(pid_t pid, const char *name)
{
    return is_users_program(pid, name) && !kill(pid, SIGKILL);
}

static bool list_running(pid_t pid, const char *name)
{
    process_report_add(pid, name, NULL);
    return false;
}

enum program_kind reaper_highest_kind(void)
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
    struct publisher *const publisher = program_kind_publisher(false);
    uint64_t ended;

    if (seen != WITH_ENTRY && wait_while_any(lacks_entry, POLLS_FOR_ENTRY) && !seen) seen = WITHOUT_ENTRY;
    if (!makes_list) {
        wait_while_any(is_ending, POLLS);
    } else {
        ended = linux_time();
        wait_while_any(is_users_program, POLLS);
        wait_while_any(is_ending, POLLS_FOR_LIST);
        /* No child is collected after this: it would be listed twice if it is running now. */
        if (!is_alone) any_child(list_running);
        process_report_end(ended);
    }
    if (!publisher) return;
    reaper_register(publisher, false);
    publisher_leave(publisher);
}
