/* SPDX-License-Identifier: MIT */
/* Other processes, and those of run and time: the command as a child, the acknowledgement file, the list of processes that
   ran, the reaper, the signal probe, and the viewer in a terminal. */
#ifndef CYCLETIME_COMMAND_PROCESSES_H
#define CYCLETIME_COMMAND_PROCESSES_H

#include "unixlib/shared_file/process_lookup.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/* Reads at most SIZE - 1 bytes of the file /proc/PID/NAME, and puts a zero behind them. Returns their number, or -1 if the
   file cannot be read. Uses no heap, nor does read_process_name. */
ssize_t process_read_file(pid_t pid, const char *name, char *text, size_t size);

/* Reads the name that Linux has of a process, also of one that has ended and that has not been waited for. Of a Windows
   program Wine gives Linux the program's name, of which Linux keeps 15 bytes. Wine: process-name. */
bool read_process_name(pid_t pid, char name[16]);

/* Returns the process's parent, or 0 if there is no such process. */
pid_t process_parent(pid_t pid);

/* Returns the environment with which the process began, two zeros at its end, until the next call; NULL if it cannot be
   read. */
const char *process_environment(pid_t pid);

/* Returns a variable's value in such an environment, or NULL. */
const char *environment_value(const char *environment, const char *name);

/* Returns whether the folder `ours` is the process's Wine prefix. */
bool process_has_prefix(pid_t pid, const struct stat *ours);

/* Returns whether IS returns true for any process of the machine. IS gets Linux's name of the process, and the folder of
   this command's Wine prefix. Without such a folder, IS is not called. */
bool any_process(bool (*is)(pid_t pid, const char *name, const struct stat *prefix));

/* Runs the command as a child of this process, with the descriptors, signal mask and environment that this process began
   with. This process lasts as long as the command. */

/* Called in a child: returns whether its parent, which was `parent`, has ended. Linux may refuse both numbers, which are -1
   then. */
static inline bool child_is_orphan(pid_t parent)
{
    const pid_t now = getppid();

    return now >= 0 && parent >= 0 && now != parent;
}

/* Returns whether Linux ends the child if this process is killed. Otherwise errno says why it refuses to. */
bool child_can_be_bound(void);

/* The open files that this process keeps, with stderr, while the child runs; -1: none. They are no standard streams. */
struct kept_files {
    int output;  /* becomes stdout */
    int picture; /* becomes stdin, since this process reads nothing */
    int lock;    /* that of the acknowledgement file's folder */
};

/* Runs `path` with the arguments `words`, and waits for its end. Returns 0, with `*status` as waitpid reports it, but with
   a Windows program's own exit code where Wine lost it, or the error of execve or clone. If this process is killed
   meanwhile, the guardian removes the acknowledgement file ACK, which may be NULL. `is_of_wine`: the words start Wine. */
int child_run(const char *path, char *const *words, struct kept_files files, char *ack, bool is_of_wine, int *status);

/* Returns whether this process has received SIGHUP, SIGINT, SIGQUIT or SIGTERM since. */
bool child_was_asked_to_end(void);

/* Ends this process as the child ended. */
_Noreturn void child_end_as(int status);

/* Makes a folder for the files of one command, in memory if that is possible, and returns its path in malloc's memory, or
   NULL if there is no place for it. *LOCK becomes the descriptor by which this process locks the folder, or -1; it stays
   open as long as the folder is in use. Removes what commands that were killed have left there: the folders and shared
   files that no process has locked. */
char *own_folder_make(int *lock);

/* Makes the acknowledgement file, which the first Windows program of a command removes when it begins, before any of its
   code runs. Returns its path in malloc's memory, or NULL if no folder can hold it. Sets *LOCK as own_folder_make does. */
char *hook_ack_make(int *lock);

/* Returns whether a program has begun. Removes the file and its folder, to which `path` is cut. Returns true if `path` is
   NULL, since it is then unknown. */
bool hook_ack_has_come(char *path);

/* Returns the path that the variable CYCLETIME_RUN names, in malloc's memory, or NULL if there is none. It is that of the
   outer `cycletime run`, which started this command, and may be gone. */
char *hook_ack_of_outer(void);

/* Removes the file of the outer command, so that it finds that a program has begun. `outer` may be NULL. */
void hook_ack_report_to(const char *outer);

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
   PUBLISHER may be NULL. Without an entry, only a process whose name ends as a Windows program's is added. */
void process_report_add(struct publisher *publisher, pid_t pid, const char *name, const struct rusage *usage);

/* Adds the processes that only the shared file has, and completes the others with what it has of them by now. The command
   ended at the time ENDED of Linux's clock. PUBLISHER may be NULL. */
void process_report_end(struct publisher *publisher, uint64_t ended);

struct process_list {
    const struct process_report *reports; /* in the order of their start */
    size_t count;
    uint64_t begun, elapsed; /* of the command: its date, and how long it ran; in 100 ns */
};

struct process_list process_report_all(void);

/* Returns whether NAME ends as a program's does; its end may be cut off. */
bool ends_as_program(const char *name);

/* Returns whether the process, of which Linux has NAME, is one of Wine's own that start or serve other programs: by its
   entry in the shared file, or if it has none, by its name and folder. A user's program may have the same name. Uses no
   heap. */
bool is_wines_own(pid_t pid, const char *name);

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

/* The exit code for Windows of the command's own process, if that is a Windows program. */
enum reaper_code {
    REAPER_NO_PROGRAM, /* it is none, or has no entry in the shared file */
    REAPER_CODE_UNKNOWN,
    REAPER_CODE_KNOWN,  /* the process recorded it, or another one that was about to end it */
    REAPER_CODE_OF_KILL /* another process ended it, and recorded what the system reported then */
};

/* Called when the command has ended. Sets `*code` if it is known. */
enum reaper_code reaper_find_code(uint32_t *code);

/* Ends the user's Windows programs that still run below this process, which has been asked to end. A test runner that asked
   would otherwise wait for them, since they hold its pipe open. */
void reaper_end_programs(void);

/* Called when the command has ended: reaps the other processes that have ended, and completes the list of processes. */
void reaper_end(void);

/* Whether a process is a program of the user's, not one of Wine's own, and has cycletime in it. */
enum program_kind { NO_USERS_PROGRAM, WITHOUT_ENTRY, WITH_ENTRY };

/* Called after reaper_end: returns the highest kind among this process's descendants. */
enum program_kind reaper_saw(void);

/* Calls IS for each child of this process, with Linux's name of it. Returns whether IS returned true for any. */
bool reaper_any_child(bool (*is)(pid_t pid, const char *name));

/*
 * The signal probe is a child process that only waits, in the same process group. It shows whether a signal was sent to the
 * whole group, the command included, or to this process alone, which the signal itself does not show. Linux sends a group's
 * signal to the youngest process first, so when this process has it, the probe has it already.
 */

/* Starts the probe; all signals are blocked. If that fails, no signal counts as sent to the group. */
void signal_probe_begin(void);
void signal_probe_end(void);

/* CHILD has been waited for, so its number may be another process's from now on. If it is the probe, which somebody else
   has ended, it is not used any more. guardian_has_ended does the same for the guardian. */
void signal_probe_has_ended(pid_t child);

/* Returns whether the probe has received `signal` too, which this process has just taken. */
bool signal_probe_has_seen(int signal);

/* The guardian is a child process that ends the Windows programs below this command if this process is killed. */

/* Sets the variable by which the guardian finds the processes that begin below this command. */
void guardian_mark_environment(void);

/* Starts the guardian; all signals are blocked. If this process is killed, the guardian removes the acknowledgement file
   ACK, which may be NULL. */
void guardian_begin(char *ack);
void guardian_end(void);
void guardian_has_ended(pid_t child);

/* Runs WORDS, the viewer by Wine, in the terminal that is stdin and stdout, or without one. Returns its exit code. SIGHUP
   and SIGTERM end the viewer as Ctrl-C does. */
int viewer_run(char *const *words, bool has_terminal);

#endif
