/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_MESSAGE_H
#define CYCLETIME_COMMAND_MESSAGE_H

/* Exit codes as of env(1), timeout(1) and the shells: this command failed, the file cannot run, no such file. */
enum { EXIT_FAILED = 125, EXIT_CANNOT_RUN = 126, EXIT_NOT_FOUND = 127 };

/* Writes one line to stderr, in one call, since the command may write there too. Takes printf's arguments, and returns
   STATUS. */
int report_error(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for an error that does not end the command. */
#define report_warning(...) ((void)report_error(0, __VA_ARGS__))

/* Returns what printf would print, in malloc's memory. Without memory the command cannot go on: this process ends after one
   line. */
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
