/* SPDX-License-Identifier: MIT */
/* Which processes below the command ran and ended, with what, and the table and the picture of them. */
#ifndef CYCLETIME_COMMAND_ENDED_H
#define CYCLETIME_COMMAND_ENDED_H

#include "unixlib/shared_file/process_lookup.h"

#include <sys/resource.h>

/* Returns this process's view of the shared file, or NULL if it was not opened; if OPENS, opens it where there is one. */
struct publisher *program_kind_publisher(bool opens);

/* Returns whether NAME ends as a program's does; its end may be cut off. */
bool ends_as_program(const char *name);

/* Returns whether the process, of which Linux has NAME, is one of Wine's own that start or serve other programs: by its
   entry in the shared file, or if it has none, by its name and folder. A user's program may have the same name. Uses no
   heap. */
bool is_wines_own(pid_t pid, const char *name);

/* Whether a process is a program of the user's, not one of Wine's own, and has cycletime in it. */
enum program_kind { NO_USERS_PROGRAM, WITHOUT_ENTRY, WITH_ENTRY };

/* Returns the kind of the process. Sets `*found` for a program with an entry, unless `found` is NULL. Linux may have cut
   off the end of the program's name; then its entry shows that it is one. A Linux program's name may end so too. */
enum program_kind program_kind_find(pid_t pid, const char *name, struct lookup_answer *found);

/* Makes this process the parent of each descendant whose own parent ends, and starts the list of processes with number RUN;
   0: there is no list. LINUX_PROGRAM is the command's file, which Linux runs, or NULL. Called before there are children.
   Returns NULL, or the system call that Linux refuses and without which the final times of some processes are not recorded;
   errno says why. */
const char *reaper_declare(uint64_t run, const char *linux_program);

/* Records in the shared file that this process is a reaper. Nothing happens where there is no file yet. */
void reaper_begin(void);

/* Waits for the children that have ended or stopped until now. Returns true, with `*status` as waitpid reports it, when it
   comes to the child `command`; the other children are then left for the next call. */
bool reaper_wait(pid_t command, int *status);

/* Called when the command has ended, as OF_LINUX says. Returns how this process is to end, as waitpid reports it. */
int reaper_decide_status(int of_linux);

/* Returns whether the command's process is a Windows program whose exit code nobody recorded. */
bool reaper_lacks_code(void);

/* Ends the user's Windows programs that still run below this process, which has been asked to end. A test runner that asked
   would otherwise wait for them, since they hold its pipe open. */
void reaper_end_programs(void);

/* Called when the command has ended: reaps the other processes that have ended, and completes the list of processes. */
void reaper_end(void);

/* Called after reaper_end: returns the highest kind among this process's descendants. */
enum program_kind reaper_highest_kind(void);

/* The Windows processes that ran, for `cycletime time`: those whose end Linux reported to this process, and those that have
   an entry in the shared file. */

enum process_report_state {
    REPORT_ENDED,
    REPORT_RUNS,     /* the process still runs; its times are those of now */
    REPORT_PUBLISHED /* its end is not known; its times are those that it published last */
};

struct process_report {
    struct process_identity process; /* id 0: cycletime was not in the process */
    bool is_announced;               /* it had no entry yet: `created` is the start of its Linux process, a moment before */
    uint64_t elapsed;                /* 100 ns, as the next two; 0: its end is not known */
    uint64_t user, kernel;
    struct process_usage usage;
    uint32_t code;
    enum process_report_state state;
    bool has_code, is_wines;
    char name[PROCESS_NAME_SIZE]; /* as the process published it, or Linux reports it */
};

/* Starts the list, which includes the processes that have number RUN in the shared file. */
void process_report_begin(uint64_t run);

/* Adds PID, which has ended with USAGE but was not waited for, or, with USAGE NULL, runs. NAME is Linux's name of it.
   Without an entry, only a process whose name ends as a Windows program's is added. */
void process_report_add(pid_t pid, const char *name, const struct rusage *usage);

/* Adds the processes that only the shared file has, and completes the others with what it has of them by now. The command
   ended at the time ENDED of Linux's clock. */
void process_report_end(uint64_t ended);

struct process_list {
    const struct process_report *reports; /* in the order of their start */
    size_t count;
    uint64_t begun, elapsed; /* of the command: its date, and how long it ran; in 100 ns */
};

struct process_list process_report_all(void);

/* Write what ran to the descriptor OUT. A file keeps what it has until then; stderr keeps it. They return false if that
   failed, and errno says why. */

enum table_form { TABLE, TABLE_OF_ALL /* figures */, TABLE_JSON };

bool table_write(int out, enum table_form form);

/* Draws the processes of COMMAND, whose words end with NULL, in SVG. */
bool lanes_write(int out, char *const *command);

#endif
