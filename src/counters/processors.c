/* SPDX-License-Identifier: MIT */
/* Processor, whose instances are numbered through all groups, and Processor Information, which tells the groups apart. */
#include "catalogue.h"
#include "formula.h"
#include "../query/choose.h"

enum figure { IDLE, USER, PRIVILEGED, DPC, INTERRUPT, INTERRUPTS };

static const struct counter_kind counters[] = {
    { L"% Processor Time", TYPE_INVERSE_TIMER, IDLE },
    { L"% User Time", TYPE_TIMER, USER },
    { L"% Privileged Time", TYPE_TIMER, PRIVILEGED },
    { L"Interrupts/sec", TYPE_RATE, INTERRUPTS },
    { L"% DPC Time", TYPE_TIMER, DPC },
    { L"% Interrupt Time", TYPE_TIMER, INTERRUPT },
    { L"% Idle Time", TYPE_TIMER, IDLE },
};

/* What Wine reports of interrupts is 0. */
static BOOLEAN is_known(ULONG figure)
{
    const struct source *source = choose(CYCLETIME_QUESTION_PROCESSOR_TIMES);

    return source && (figure <= PRIVILEGED || source == &source_wine_host);
}

static ULONG64 part(const struct nt_processor_times *times, ULONG figure)
{
    switch (figure) {
    case IDLE: return times->idle;
    case USER: return times->user;
    case PRIVILEGED: return times->kernel - times->idle;
    case DPC: return times->dpc;
    case INTERRUPT: return times->interrupt;
    default: return times->interrupts;
    }
}

/* All of them together: on Windows times are the mean, so that no percentage is above 100, and numbers the sum. */
static ULONG64 together(const struct snapshot *snapshot, ULONG begin, ULONG end, ULONG figure)
{
    ULONG64 sum = 0;
    ULONG i;

    for (i = begin; i < end; i++) sum += part(&snapshot->times[i], figure);
    return figure == INTERRUPTS || begin == end ? sum : sum / (end - begin);
}

static WCHAR *put_number(WCHAR *at, ULONG number)
{
    if (number > 9) at = put_number(at, number / 10);
    *at++ = (WCHAR)('0' + number % 10);
    return at;
}

static void put_total(WCHAR *at)
{
    static const WCHAR total[] = L"_Total";

    memcpy(at, total, sizeof total);
}

/* What is switched off leaves its number to nobody, but a total of others is another's. */
static ULONG earlier(const struct snapshot *snapshot, ULONG instance, const struct snapshot *before)
{
    return before->processors == snapshot->processors && before->groups.count == snapshot->groups.count ? instance
                                                                                                        : NO_INSTANCE;
}

static ULONG processor_instances(const struct snapshot *snapshot)
{
    return snapshot->processors ? snapshot->processors + 1 : 0;
}

static void processor_name(const struct snapshot *snapshot, ULONG instance, WCHAR name[INSTANCE_NAME])
{
    if (instance == snapshot->processors) put_total(name);
    else *put_number(name, instance) = 0;
}

static ULONG64 processor_read(const struct snapshot *snapshot, ULONG instance, ULONG figure)
{
    if (instance == snapshot->processors) return together(snapshot, 0, snapshot->processors, figure);
    return part(&snapshot->times[instance], figure);
}

const struct object_kind object_processor = { .name = L"Processor",
                                              .wanted = SNAPSHOT_PROCESSORS,
                                              .counters = counters,
                                              .counter_count = ARRAYSIZE(counters),
                                              .instances = processor_instances,
                                              .name_of = processor_name,
                                              .is_known = is_known,
                                              .read = processor_read,
                                              .earlier = earlier };

/* Each group's processors and its total, and last the total of all. */
static ULONG information_instances(const struct snapshot *snapshot)
{
    return snapshot->processors ? snapshot->processors + snapshot->groups.count + 1 : 0;
}

struct place {
    USHORT group; /* groups.count: all of them */
    ULONG number; /* in the group; as many as it has: all of them */
    ULONG first;  /* of the group, among all processors */
};

static struct place find(const struct snapshot *snapshot, ULONG instance)
{
    struct place place = { 0, instance, 0 };

    while (place.group < snapshot->groups.count && place.number > snapshot->groups.processors[place.group]) {
        place.first += snapshot->groups.processors[place.group];
        place.number -= snapshot->groups.processors[place.group++] + 1u;
    }
    return place;
}

static void information_name(const struct snapshot *snapshot, ULONG instance, WCHAR name[INSTANCE_NAME])
{
    const struct place place = find(snapshot, instance);
    WCHAR *at = name;

    if (place.group < snapshot->groups.count) {
        at = put_number(at, place.group);
        *at++ = ',';
    }
    if (place.group < snapshot->groups.count && place.number < snapshot->groups.processors[place.group])
        *put_number(at, place.number) = 0;
    else put_total(at);
}

static ULONG64 information_read(const struct snapshot *snapshot, ULONG instance, ULONG figure)
{
    const struct place place = find(snapshot, instance);
    ULONG count;

    if (place.group == snapshot->groups.count) return together(snapshot, 0, snapshot->processors, figure);
    count = snapshot->groups.processors[place.group];
    if (place.number < count) return part(&snapshot->times[place.first + place.number], figure);
    return together(snapshot, place.first, place.first + count, figure);
}

const struct object_kind object_processor_information = { .name = L"Processor Information",
                                                          .wanted = SNAPSHOT_PROCESSORS,
                                                          .counters = counters,
                                                          .counter_count = ARRAYSIZE(counters),
                                                          .instances = information_instances,
                                                          .name_of = information_name,
                                                          .is_known = is_known,
                                                          .read = information_read,
                                                          .earlier = earlier };
