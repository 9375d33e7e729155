/* SPDX-License-Identifier: MIT */
/* Names in UTF-16, in which a letter's case makes no difference: Latin, Greek and Cyrillic ones. */
#ifndef CYCLETIME_NAME_H
#define CYCLETIME_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Less than 0, 0, more than 0. */
int name_compare(const uint16_t *a, size_t a_length, const uint16_t *b, size_t b_length);

/* Nothing is part of every name. */
bool name_contains(const uint16_t *name, size_t length, const uint16_t *part, size_t part_length);

#endif
