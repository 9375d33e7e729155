/* SPDX-License-Identifier: MIT */
/* Writes names of processes, which may hold any bytes, in a form that is safe for a terminal and a parser. */
#ifndef CYCLETIME_COMMAND_PRINTABLE_H
#define CYCLETIME_COMMAND_PRINTABLE_H

#include <stdio.h>

/* Writes a question mark for each character that would move or colour what a terminal shows, and for each byte that is not
   UTF-8. */
void printable_put(FILE *out, const char *text);

/* Writes TEXT as the inside of a JSON string. */
void printable_put_json(FILE *out, const char *text);

#endif
