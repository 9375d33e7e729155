/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_COMPLAINT_H
#define CYCLETIME_COMMAND_COMPLAINT_H

/* As env(1), timeout(1) and the shells: our own failure, nothing that can run, nothing there. */
enum { EXIT_FAILED = 125, EXIT_CANNOT_RUN = 126, EXIT_NOT_FOUND = 127 };

/* One line on stderr, at once. Takes what printf takes. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same, and returns STATUS. */
int fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
