/* SPDX-License-Identifier: MIT */
/* The functions that fill an array with a count for each processor of a group, called and judged as in ask.h: by what is
   returned, the last error, the length, every entry, and every byte around them. */
#ifndef CYCLETIME_UNIT_ASK_PROCESSORS_H
#define CYCLETIME_UNIT_ASK_PROCESSORS_H

#include "ask.h"

enum counts { IDLE_HERE, IDLE_OF_GROUP, SYSTEM_OF_GROUP, COUNTS };

enum { ANY_LENGTH = 0xcccccccc };

struct call {
    enum counts counts;
    USHORT group;       /* IDLE_HERE takes the caller's */
    BOOLEAN none;       /* no buffer */
    ULONG length;
    ULONG offset;       /* from where the buffer and the length would be aligned */
};

struct outcome {
    BOOL returned;
    DWORD error;
    ULONG length;
    ULONG filled;       /* entries, each with its processor's true count; nothing else is touched */
};

void check_call(struct call call, struct outcome expected, const char *file, int line);
#define assert_call(call, expected) check_call(call, expected, __FILE__, __LINE__)

/* Success with every processor of the group, in a buffer that has just the room. */
void check_filled(enum counts counts, USHORT group, const char *file, int line);
#define assert_filled(counts, group) check_filled(counts, group, __FILE__, __LINE__)

ULONG64 true_count(enum counts counts, USHORT group, ULONG processor);
BOOLEAN counts_are_known(enum counts counts);  /* on this machine */

/* A machine with so many processors. */
struct setting {
    const struct fake_machine *machine;
    ULONG processors;
};
int boot_setting(void **state);
#define WITH(machine, count, test) \
    { #test " on " #machine " with " #count, test, boot_setting, NULL, (void *)&(const struct setting){ &machine, count } }
#define ON_ALL_SIZES(machine, test) \
    WITH(machine, 1, test), WITH(machine, 2, test), WITH(machine, 64, test), WITH(machine, 65, test), \
    WITH(machine, 80, test), WITH(machine, 160, test)
#define ON_ALL_WITH_PROCESSORS(test) \
    ON_ALL_SIZES(windows_10, test), ON_ALL_SIZES(windows_7, test), ON_ALL_SIZES(wine_8, test), \
    ON_ALL_SIZES(wine_10, test), WITH(windows_vista, 1, test), WITH(windows_vista, 64, test), \
    WITH(windows_xp, 1, test), WITH(windows_xp, 2, test), WITH(windows_xp, 64, test)
#define TEST_ON_ALL_SIZES(machine, test) TEST_CASES(test, ON_ALL_SIZES(machine, test))
#define TEST_ON_ALL_WITH_PROCESSORS(test) TEST_CASES(test, ON_ALL_WITH_PROCESSORS(test))

#endif
