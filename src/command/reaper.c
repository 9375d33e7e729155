/* SPDX-License-Identifier: MIT */
#include "reaper.h"
#include "../host/prefix.h"
#include "../host/record.h"
#include "../host/subreaper.h"
#include "../protocol/wine_programs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static struct record record;
static bool is_open, saw_program;

bool reaper_declare(void)
{
    return !prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

/* The prefix may be made while the command runs, and so may another file of the record. */
void reaper_begin(void)
{
    static dev_t device;
    static ino_t inode;
    const struct record_file *file;
    uint64_t key;

    if (!is_open && prefix_key(&key)) {
        record_open(&record, NULL, key);
        is_open = true;
    }
    file = is_open ? record_file_to_ask(&record) : NULL;
    if (!file || (file->device == device && file->inode == inode)) return;
    device = file->device;
    inode = file->inode;
    subreaper_note(&record);
}

/* The name that Wine gives to a process, as one that has not been waited for still has it: its program's, of which Linux
   keeps 15 bytes. */
static bool name_of(pid_t pid, char name[16])
{
    char path[32];
    ssize_t length;
    int file;

    snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    length = read(file, name, 16);
    close(file);
    if (length < 1) return false;
    name[length - 1] = 0;
    return true;
}

/* Its end may be cut off. */
static bool ends_as_program(const char *name)
{
    const char *dot = strrchr(name, '.');
    const size_t length = dot ? strlen(dot) : 0;

    if (!length || strncasecmp(dot, ".exe", length) != 0) return false;
    return length == 4 || strlen(name) == 15;
}

/* wineboot begins rundll32. */
static bool is_wines_own(const char *name)
{
    static const char *const others[] = { "rundll32", NULL };

    return wine_programs_have(wine_between, name) || wine_programs_have(wine_services, name)
           || wine_programs_have(others, name);
}

static void look_at(pid_t pid)
{
    char name[16];

    if (!saw_program && name_of(pid, name)) saw_program = ends_as_program(name) && !is_wines_own(name);
}

static void keep(pid_t pid, const struct rusage *usage)
{
    look_at(pid);
    reaper_begin();
    if (is_open) subreaper_keep(&record, pid, usage);
}

/* Only Linux' own call tells what was used by one that is not waited for yet. */
bool reaper_wait(pid_t command, int *status)
{
    struct rusage usage;
    siginfo_t found;

    for (;;) {
        found.si_pid = 0;
        if (syscall(SYS_waitid, P_ALL, 0, &found, WEXITED | WSTOPPED | WNOHANG | WNOWAIT, &usage)) {
            if (errno == EINTR) continue;
            return false;
        }
        if (!found.si_pid) return false;
        if (found.si_code != CLD_STOPPED && found.si_code != CLD_TRAPPED) keep(found.si_pid, &usage);
        if (waitpid(found.si_pid, status, WUNTRACED | WNOHANG) == command) return true;
    }
}

bool reaper_saw_program(void)
{
    return saw_program;
}

void reaper_end(void)
{
    if (is_open) record_leave(&record);
}
