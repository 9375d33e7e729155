/* SPDX-License-Identifier: MIT */
/* The messages of the command, and the descriptors to which it prints. */
#ifndef CYCLETIME_COMMAND_MESSAGE_H
#define CYCLETIME_COMMAND_MESSAGE_H

#include "launch/exit_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes one line to stderr, in one call, since the command may write there too, and without the characters that
   printable_put replaces. Takes printf's arguments, and returns STATUS. */
int report_error(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for an error that does not end the command. */
#define report_warning(...) ((void)report_error(0, __VA_ARGS__))

/* Returns what printf would print, in malloc's memory. Without memory the command cannot go on: this process ends after one
   line. */
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The form is also the inside of a JSON string, or the content of an element of XML. */
enum printable_form { PRINTABLE_PLAIN, PRINTABLE_JSON, PRINTABLE_XML };

/* Writes a text of any bytes, with a question mark, or in JSON an escape, for each character that would move or colour what
   a terminal shows, and for each byte that is not UTF-8. */
void printable_put(FILE *out, const char *text, enum printable_form form);

/* Prints TEXT as one word of a shell, in single quotes. */
void print_quoted(const char *text);

/* Returns the FNV-1a hash of COUNT bytes. */
uint64_t fnv1a_hash(const char *bytes, size_t count);

/* Writes all of TEXT to the descriptor OUT; if IN_PLACE, instead of what the file has. False: that failed, and errno says
   why. */
bool write_whole(int out, const char *text, size_t size, bool in_place);

/* Moves the descriptor FILE, which may be -1, so that it is no standard stream, even if this process began without some of
   them. Returns the new descriptor, which is closed in programs, or -1. */
int leave_standard_streams(int file);

/* Opens /dev/null in place of each closed standard stream. Without this, Wine opens its own files there, and takes them for
   the program's streams: it hangs, or a program that prints something writes into Wine's connection to its server. It is
   open for writing, since Debian's script `wine` ends if it cannot print a line. */
void fill_standard_streams(void);

#endif
