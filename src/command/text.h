/* SPDX-License-Identifier: MIT */
/* Names that strangers chose, as a terminal and a parser can take them. */
#ifndef CYCLETIME_COMMAND_TEXT_H
#define CYCLETIME_COMMAND_TEXT_H

#include <stdio.h>

/* A question mark for each letter that would move or colour what a terminal shows, and each byte that is no UTF-8. */
void text_put(FILE *out, const char *text);

/* Within a string of JSON. */
void text_put_json(FILE *out, const char *text);

#endif
