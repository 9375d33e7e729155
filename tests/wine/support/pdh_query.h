/* SPDX-License-Identifier: MIT */
/* A hooked program's query of performance counters, and what its suites ask of it. */
#ifndef PDH_QUERY_H
#define PDH_QUERY_H

#include <windows.h>
#include <pdh.h>

extern HMODULE pdh, cycletime;
extern PDH_HQUERY query;

/* A group's and a test's set-ups and tear-down. */
int set_up(void **state);
int open_query(void **state);
int close_query(void **state);

PDH_HCOUNTER add(const char *path);
void collect(void);
void collect_twice(void); /* 100 ms apart */
void collect_nothing(void); /* none of its counters has an instance */
double value_of(PDH_HCOUNTER counter);
LONGLONG large_of(PDH_HCOUNTER counter, DWORD more); /* in PDH_FMT_LARGE with MORE flags */
PDH_RAW_COUNTER raw_of(PDH_HCOUNTER counter);        /* valid data */
void assert_has_no_value(PDH_HCOUNTER counter, DWORD why);

/* Collects until the counter's instance, which has ended, is gone: Wine may list it for a moment longer. No other counter
   of the query may have an instance. */
void collect_until_gone(PDH_HCOUNTER counter);

/* Reads a counter that is added for this alone. */
LONGLONG number_of(const char *path);

/* The counters and instances of an object, up to a detail. */
struct object_items {
    char counters[0x1000], instances[0x10000];
    DWORD counters_length, instances_length;
};

void list_items(const char *object, DWORD detail, struct object_items *items);

/* The string in a list after so many, in which each is ended by a 0 and the list by one more. */
const char *string_at(const char *list, int i);
int strings_in(const char *list, DWORD length);

#endif
