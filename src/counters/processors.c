/* SPDX-License-Identifier: MIT */
/* The objects Processor, whose instances are numbered through all groups, and Processor Information, which has them by
   group. */
#include "counters/catalogue.h"
#include "library/query/query.h"

enum figure {
    IDLE,
    USER,
    PRIVILEGED,
    DPC,
    INTERRUPT,
    INTERRUPTS,
    DPCS,
    DPC_RATE,
    C1,
    C2,
    C3,
    C1_TRANSITIONS,
    C2_TRANSITIONS,
    C3_TRANSITIONS,
    FREQUENCY,
    UTILITY
};

/* The figures, in Windows' order. Only Processor Information has the last ones. */
static const struct counter_kind counters[] = {
    { L"% Processor Time", 6, TYPE_INVERSE_TIMER, 0, PERF_DETAIL_NOVICE, 0, IDLE,
      L"The part of the time in which the processor was not idle." },
    { L"% User Time", 142, TYPE_TIMER, 0, PERF_DETAIL_ADVANCED, 0, USER,
      L"The part of the time in which the processor ran code of programs." },
    { L"% Privileged Time", 144, TYPE_TIMER, 0, PERF_DETAIL_ADVANCED, 0, PRIVILEGED,
      L"The part of the time in which the processor ran the system's kernel." },
    { L"Interrupts/sec", 148, TYPE_RATE, -2, PERF_DETAIL_NOVICE, 0, INTERRUPTS,
      L"How many times in a second a device, or another processor, interrupted the processor." },
    { L"% DPC Time", 696, TYPE_TIMER, 0, PERF_DETAIL_ADVANCED, 0, DPC,
      L"The part of the time in which the processor ran deferred procedure calls, which are what interrupts "
      L"have left for later." },
    { L"% Interrupt Time", 698, TYPE_TIMER, 0, PERF_DETAIL_NOVICE, 0, INTERRUPT,
      L"The part of the time in which the processor served interrupts." },
    { L"DPCs Queued/sec", 1334, TYPE_RATE, 0, PERF_DETAIL_WIZARD, SNAPSHOT_DPCS, DPCS,
      L"How many deferred procedure calls the processor ran in a second." },
    { L"DPC Rate", 1336, TYPE_NUMBER, 0, PERF_DETAIL_WIZARD, SNAPSHOT_DPCS, DPC_RATE,
      L"How many deferred procedure calls the processor ran in each tick of Windows' clock, of 15.6 ms, since the sample "
      L"before." },
    { L"% Idle Time", 1746, TYPE_TIMER, 0, PERF_DETAIL_NOVICE, 0, IDLE,
      L"The part of the time in which the processor was idle." },
    { L"% C1 Time", 1748, TYPE_TIMER, 0, PERF_DETAIL_ADVANCED, SNAPSHOT_IDLE_STATES, C1,
      L"The part of the time in which the processor was in its first idle state, which it leaves soonest." },
    { L"% C2 Time", 1750, TYPE_TIMER, 0, PERF_DETAIL_ADVANCED, SNAPSHOT_IDLE_STATES, C2,
      L"The part of the time in which the processor was in its second idle state." },
    { L"% C3 Time", 1752, TYPE_TIMER, 0, PERF_DETAIL_ADVANCED, SNAPSHOT_IDLE_STATES, C3,
      L"The part of the time in which the processor was in its third idle state, or a deeper one." },
    { L"C1 Transitions/sec", 1754, TYPE_LARGE_RATE, -2, PERF_DETAIL_ADVANCED, SNAPSHOT_IDLE_STATES, C1_TRANSITIONS,
      L"How many times in a second the processor entered its first idle state." },
    { L"C2 Transitions/sec", 1756, TYPE_LARGE_RATE, -2, PERF_DETAIL_ADVANCED, SNAPSHOT_IDLE_STATES, C2_TRANSITIONS,
      L"How many times in a second the processor entered its second idle state." },
    { L"C3 Transitions/sec", 1758, TYPE_LARGE_RATE, -2, PERF_DETAIL_ADVANCED, SNAPSHOT_IDLE_STATES, C3_TRANSITIONS,
      L"How many times in a second the processor entered its third idle state, or a deeper one." },
    { L"Processor Frequency", 1852, TYPE_NUMBER, 0, PERF_DETAIL_NOVICE, SNAPSHOT_FREQUENCIES, FREQUENCY,
      L"The frequency at which the processor runs now, in MHz." },
    { L"% Processor Utility", 1854, TYPE_AVERAGE, 0, PERF_DETAIL_NOVICE, SNAPSHOT_FREQUENCIES, UTILITY,
      L"The work that the processor did, as a part of what it does in the same time at its nominal "
      L"frequency. It may be more than 100 %." },
};
enum { OF_INFORMATION_ONLY = 2 };

/* Wine reports no interrupts: its counts of them are 0. */
static BOOLEAN is_known(ULONG figure)
{
    const struct source *source = choose_source(CYCLETIME_QUESTION_PROCESSOR_TIMES);
    struct processor_frequency frequency;

    if (!source) return FALSE;
    if (figure <= PRIVILEGED) return TRUE;
    if (figure <= DPC_RATE) return source == &source_unixlib;
    if (figure <= C3_TRANSITIONS) return choose_source(CYCLETIME_QUESTION_IDLE_STATES) != NULL;
    if (!NT_SUCCESS(query_processor_frequencies(0, 1, &frequency))) return FALSE;
    return figure == FREQUENCY || frequency.nominal;
}

static ULONG64 of_times(const struct nt_processor_times *times, ULONG figure)
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

static ULONG64 of_idle_states(const struct nt_processor_idle *idle, ULONG figure)
{
    switch (figure) {
    case C1: return idle->c1;
    case C2: return idle->c2;
    case C3: return idle->c3;
    case C1_TRANSITIONS: return idle->c1_transitions;
    case C2_TRANSITIONS: return idle->c2_transitions;
    default: return idle->c3_transitions;
    }
}

/* The processors from BEGIN to before END. As on Windows, the times and frequencies of several processors are averaged, so
   that no percentage of time is above 100; counts are added. */
struct range {
    ULONG begin, end;
};

static BOOLEAN is_sum(ULONG figure)
{
    return (figure >= INTERRUPTS && figure <= DPC_RATE) || (figure >= C1_TRANSITIONS && figure <= C3_TRANSITIONS);
}

static BOOLEAN figure_is_known(const struct snapshot *snapshot, ULONG figure)
{
    if (figure <= INTERRUPTS) return snapshot->times != NULL;
    if (figure == DPCS) return snapshot->dpcs != NULL;
    if (figure == DPC_RATE) return snapshot->dpc_rates != NULL;
    if (figure <= C3_TRANSITIONS) return snapshot->idle != NULL;
    return figure == FREQUENCY ? snapshot->frequencies != NULL : snapshot->work != NULL;
}

static ULONG64 part_of_processor(const struct snapshot *snapshot, ULONG processor, ULONG figure)
{
    if (figure <= INTERRUPTS) return of_times(&snapshot->times[processor], figure);
    if (figure == DPCS) return snapshot->dpcs[processor];
    if (figure == DPC_RATE) return snapshot->dpc_rates[processor];
    if (figure <= C3_TRANSITIONS) return of_idle_states(&snapshot->idle[processor], figure);
    return figure == FREQUENCY ? snapshot->frequencies[processor].current / 1000 : snapshot->work[processor];
}

/* Utility is measured in microseconds, so that those of an interval fit into the 32 bits of the base. */
static BOOLEAN read_range(const struct snapshot *snapshot, struct range range, ULONG figure, struct raw_value *value)
{
    ULONG64 sum = 0;
    ULONG i;

    if (!figure_is_known(snapshot, figure) || range.begin == range.end) return FALSE;
    for (i = range.begin; i < range.end; i++) sum += part_of_processor(snapshot, i, figure);
    if (!is_sum(figure)) sum /= range.end - range.begin;
    if (figure == UTILITY) *value = (struct raw_value){ sum * 100 / 10, snapshot->time / 10 };
    else value->figure = sum;
    return TRUE;
}

/* A processor's number is not given to another one while it is offline. But if the number of processors or groups has
   changed, a total is of other processors, and so is another instance. */
static ULONG find_earlier_processor(const struct snapshot *snapshot, ULONG instance, const struct snapshot *before)
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
    if (instance == snapshot->processors) snapshot_name_total(name);
    else number_write(name, instance);
}

static BOOLEAN processor_read(const struct snapshot *snapshot, ULONG instance, ULONG figure, struct raw_value *value)
{
    const struct range all = { 0, snapshot->processors }, one = { instance, instance + 1 };

    return read_range(snapshot, instance == snapshot->processors ? all : one, figure, value);
}

const struct object_kind object_processor = {
    .name = L"Processor",
    .help = L"The processors of the computer, each of which runs one thread at a time.",
    .index = 238,
    .detail = PERF_DETAIL_NOVICE,
    .wanted = SNAPSHOT_PROCESSORS,
    .counters = counters,
    .counter_count = ARRAYSIZE(counters) - OF_INFORMATION_ONLY,
    .is_known = is_known,
    .moment = offsetof(struct snapshot, time),
    .instances = processor_instances,
    .name_of = processor_name,
    .read = processor_read,
    .earlier = find_earlier_processor
};

/* The instances are each group's processors and the group's total, and last the total of all. */
static ULONG information_instances(const struct snapshot *snapshot)
{
    return snapshot->processors ? snapshot->processors + snapshot->groups.count + 1 : 0;
}

struct place {
    USHORT group; /* groups.count: all groups */
    ULONG number; /* in the group; if it is the group's processor count, the total */
    ULONG first;  /* the group's first processor, among all processors */
};

static struct place find_place(const struct snapshot *snapshot, ULONG instance)
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
    const struct place place = find_place(snapshot, instance);
    WCHAR *at = name;

    if (place.group < snapshot->groups.count) {
        at = number_write(at, place.group);
        *at++ = ',';
    }
    if (place.group < snapshot->groups.count && place.number < snapshot->groups.processors[place.group])
        number_write(at, place.number);
    else snapshot_name_total(at);
}

static BOOLEAN information_read(const struct snapshot *snapshot, ULONG instance, ULONG figure, struct raw_value *value)
{
    const struct place place = find_place(snapshot, instance);
    struct range range = { 0, snapshot->processors };

    if (place.group < snapshot->groups.count)
        range = (struct range){ place.first, place.first + snapshot->groups.processors[place.group] };
    if (place.group < snapshot->groups.count && range.begin + place.number < range.end)
        range = (struct range){ place.first + place.number, place.first + place.number + 1 };
    return read_range(snapshot, range, figure, value);
}

/* Windows assigns this object's index when its provider is installed, behind the indices that are the same everywhere. */
const struct object_kind object_processor_information = {
    .name = L"Processor Information",
    .help = L"The processors of the computer by group and number in it, and the frequencies at which they run.",
    .index = 1848,
    .detail = PERF_DETAIL_NOVICE,
    .wanted = SNAPSHOT_PROCESSORS,
    .counters = counters,
    .counter_count = ARRAYSIZE(counters),
    .is_known = is_known,
    .moment = offsetof(struct snapshot, time),
    .instances = information_instances,
    .name_of = information_name,
    .read = information_read,
    .earlier = find_earlier_processor,
};
