/* SPDX-License-Identifier: MIT */
/* Every class that cycletime does not answer, hooked and not. */
#include "nt_queries.h"

#include <string.h>

enum { CLASSES = 0x110, ROOM = 0x20000 };

/* Wine 8's server crashes where it is asked about all handles while a process has none, as one does that is being created:
   then every program of the prefix is lost, those of other tests too. */
enum { HANDLES = 16, ALL_HANDLES = 64 }; /* SystemHandleInformation, SystemExtendedHandleInformation */

struct reply {
    LONG status;
    ULONG reported;
    BYTE bytes[ROOM];
};

static struct reply before, through, after;

typedef void (*ask)(struct reply *reply, const struct queries *queries, ULONG class, ULONG room);

static void begin(struct reply *reply)
{
    reply->reported = 0xcccccccc;
    memset(reply->bytes, 0xcc, ROOM);
}

static void ask_system(struct reply *reply, const struct queries *queries, ULONG class, ULONG room)
{
    reply->status = queries->system(class, reply->bytes, room, &reply->reported);
}

static void ask_system_ex(struct reply *reply, const struct queries *queries, ULONG class, ULONG room)
{
    ULONG all = 0xffff;  /* a relationship, a group: whatever it is to the class */

    reply->status = queries->system_ex(class, &all, sizeof all, reply->bytes, room, &reply->reported);
}

static void ask_thread(struct reply *reply, const struct queries *queries, ULONG class, ULONG room)
{
    reply->status = queries->thread(GetCurrentThread(), class, reply->bytes, room, &reply->reported);
}

static void ask_process(struct reply *reply, const struct queries *queries, ULONG class, ULONG room)
{
    reply->status = queries->process(GetCurrentProcess(), class, reply->bytes, room, &reply->reported);
}

static BOOL equal(const struct reply *one, const struct reply *other)
{
    return one->status == other->status && one->reported == other->reported && !memcmp(one->bytes, other->bytes, ROOM);
}

static void ask_thrice(ask ask, ULONG class, ULONG room)
{
    begin(&before);
    begin(&through);
    begin(&after);
    ask(&before, &unhooked, class, room);
    SetLastError(POISON);
    ask(&through, &hooked, class, room);
    assert_int_equal(GetLastError(), POISON);
    ask(&after, &unhooked, class, room);
}

/* If the system replies the same before and after, the hooked query in between must too. Other programs may change a reply
   and change it back, so a difference is tried again. If replies move with time, only the status is compared. */
static void assert_room_untouched(ask ask, const ULONG *left_out, ULONG count, ULONG room, ULONG *steady)
{
    ULONG class, i, tries;

    for (class = 0; class < CLASSES; class++) {
        for (i = 0; i < count && left_out[i] != class; i++) continue;
        if (i < count) continue;
        for (tries = 0; tries < 10; tries++) {
            ask_thrice(ask, class, room);
            if (equal(&before, &through) || !equal(&before, &after)) break;
        }
        if (before.status == after.status) assert_int_equal(through.status, before.status);
        if (!equal(&before, &after)) continue;
        if (!equal(&before, &through)) fail_msg("class %lu, room for %lu bytes", class, room);
        ++*steady;
    }
}

static void assert_untouched(const char *query, ask ask, const ULONG *left_out, ULONG count)
{
    static const ULONG rooms[] = { 0, 4, 8, 16, 32, 48, 64, 256, ROOM };
    ULONG i, steady = 0;

    for (i = 0; i < ARRAYSIZE(rooms); i++) assert_room_untouched(ask, left_out, count, rooms[i], &steady);
    print_message("%lu replies of %s\n", steady, query);
    assert_true(steady > CLASSES);
}

TEST(every_other_class_of_the_system_answers_as_without_hooks)
{
    static const ULONG left_out[] = { LIST, EXTENDED_LIST, PERFORMANCE, IDLE, IDLE_CYCLES, SYSTEM_CYCLES,
                                      HANDLES, ALL_HANDLES };

    assert_untouched("NtQuerySystemInformation", ask_system, left_out, ARRAYSIZE(left_out));
}

TEST(every_other_class_with_a_query_answers_as_without_hooks)
{
    static const ULONG ours[] = { PERFORMANCE, IDLE, IDLE_CYCLES, SYSTEM_CYCLES };

    assert_untouched("NtQuerySystemInformationEx", ask_system_ex, ours, ARRAYSIZE(ours));
}

TEST(every_other_class_of_a_thread_answers_as_without_hooks)
{
    static const ULONG ours[] = { 1, 23, THREAD_ENTRY };

    assert_untouched("NtQueryInformationThread", ask_thread, ours, with_unixlib() ? 3 : 2);
}

TEST(every_other_class_of_a_process_answers_as_without_hooks)
{
    static const ULONG ours[] = { 4, 38 };

    assert_untouched("NtQueryInformationProcess", ask_process, ours, ARRAYSIZE(ours));
}
