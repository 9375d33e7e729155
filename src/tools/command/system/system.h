/* SPDX-License-Identifier: MIT */
/* Linux's processes and signals. */
#ifndef CYCLETIME_COMMAND_SYSTEM_H
#define CYCLETIME_COMMAND_SYSTEM_H

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Reads at most SIZE - 1 bytes of the file /proc/PID/NAME, and puts a zero behind them. Returns their number, or -1 if the
   file cannot be read. Uses no heap, nor do the next two functions. */
ssize_t process_read_file(pid_t pid, const char *name, char *text, size_t size);

/* Reads the name that Linux has of a process, also of one that has ended and that has not been waited for. Of a Windows
   program Wine gives Linux the program's name, of which Linux keeps 15 bytes. Wine: process-name. */
bool read_process_name(pid_t pid, char name[16]);

/* Returns the name of the file that the process runs, without its folder, until the next call; NULL if Linux does not show
   it, as of a process that has ended. */
const char *process_program(pid_t pid);

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

/* Calls IS for each child of this process, with Linux's name of it. Returns whether IS returned true for any. */
bool any_child(bool (*is)(pid_t pid, const char *name));

/* Blocks all signals, so that they stay pending until this process takes them. If its parent ignored SIGCHLD, Linux would
   keep no exit status of children, so the default is restored. Returns false if Linux refuses; the end of a child does not
   wake this process then. */
bool signals_hold(void);

/* Restores the signal mask and action that this process began with, for a program that it executes. */
void signals_restore(void);

/* Takes a pending signal, or waits for one; as long as LONGEST, or without NULL. Returns false if there was none. */
bool signal_take(siginfo_t *signal, const struct timespec *longest);

/* Returns whether this process has received SIGHUP, SIGINT, SIGQUIT or SIGTERM since. */
bool signals_asked_to_end(void);

/* Returns whether SIGNAL is one of these four. */
bool signal_asks_to_end(int signal);

/* Returns whether the terminal has sent SIGNAL, to the whole process group. */
bool signal_is_of_terminal(const siginfo_t *signal);

/* This process stops by SIGNAL, so that its parent sees that, until another process continues it. */
void signal_stop_by(int signal);

/* A watcher is a child process in the memory of this process, with its descriptors, which costs less than a copy. All
   signals are blocked there. It shares this process's errno, so none of its calls may fail while this process lives. */
enum watcher { WATCHER_PROBE, WATCHER_GUARDIAN, WATCHERS };

/* Starts WATCHER, which runs RUN with the pid of this process, on the stack that ends at STACK_END. If that fails,
   watcher_pid returns 0. */
void watcher_begin(enum watcher watcher, int (*run)(void *of_parent), char *stack_end);
pid_t watcher_pid(enum watcher watcher);
void watcher_end(enum watcher watcher);

/* Called in a watcher: returns when its parent, OF_PARENT, has ended, of which Linux informs it by SIGNAL; if Linux refuses
   to, it looks each second. SIGKILL ends the watcher instead. */
void watcher_await_parent(void *of_parent, int signal);

/* CHILD has been waited for, so its number may be another process's from now on. If it is a watcher, which somebody else
   has ended, it is not used any more. */
void watchers_remove(pid_t child);

/* Returns whether Linux ends a child if this process is killed. Otherwise errno says why it refuses to. */
bool child_can_be_bound(void);

/* Called in a child: returns whether its parent, which was `parent`, has ended. Linux may refuse both numbers, which are -1
   then. */
bool child_is_orphan(pid_t parent);

#endif
