/* SPDX-License-Identifier: MIT */
/* The objects Processor, whose instances are numbered through all groups, and Processor Information, which has groups. */
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

/* The processors from BEGIN to before END. */
struct range {
    ULONG begin, end;
};

/* Each figure has what it needs, how the figures of several processors are combined, and the array of a snapshot that it
   comes from, which is NULL if the figure is not known. As on Windows, times and frequencies are averaged, so that no
   percentage of time is above 100; counts are added. Wine reports no interrupts: its counts of them are 0. */
static const struct figure_row {
    enum { NEEDS_TIMES, NEEDS_UNIXLIB, NEEDS_IDLE_STATES, NEEDS_FREQUENCY, NEEDS_NOMINAL_FREQUENCY } needs;
    enum { AVERAGED, ADDED } combined;
    SIZE_T array;
} rows[] = {
#define ARRAY(name) offsetof(struct snapshot, name)
    [IDLE] = { NEEDS_TIMES, AVERAGED, ARRAY(times) },
    [USER] = { NEEDS_TIMES, AVERAGED, ARRAY(times) },
    [PRIVILEGED] = { NEEDS_TIMES, AVERAGED, ARRAY(times) },
    [DPC] = { NEEDS_UNIXLIB, AVERAGED, ARRAY(times) },
    [INTERRUPT] = { NEEDS_UNIXLIB, AVERAGED, ARRAY(times) },
    [INTERRUPTS] = { NEEDS_UNIXLIB, ADDED, ARRAY(times) },
    [DPCS] = { NEEDS_UNIXLIB, ADDED, ARRAY(dpcs) },
    [DPC_RATE] = { NEEDS_UNIXLIB, ADDED, ARRAY(dpc_rates) },
    [C1] = { NEEDS_IDLE_STATES, AVERAGED, ARRAY(idle) },
    [C2] = { NEEDS_IDLE_STATES, AVERAGED, ARRAY(idle) },
    [C3] = { NEEDS_IDLE_STATES, AVERAGED, ARRAY(idle) },
    [C1_TRANSITIONS] = { NEEDS_IDLE_STATES, ADDED, ARRAY(idle) },
    [C2_TRANSITIONS] = { NEEDS_IDLE_STATES, ADDED, ARRAY(idle) },
    [C3_TRANSITIONS] = { NEEDS_IDLE_STATES, ADDED, ARRAY(idle) },
    [FREQUENCY] = { NEEDS_FREQUENCY, AVERAGED, ARRAY(frequencies) },
    [UTILITY] = { NEEDS_NOMINAL_FREQUENCY, AVERAGED, ARRAY(work) },
#undef ARRAY
};

static BOOLEAN is_known_of_processors(ULONG figure)
{
    const struct source *source = choose_source(CYCLETIME_QUESTION_PROCESSOR_TIMES);
    struct unixlib_frequency frequency;

    if (!source) return FALSE;
    switch (rows[figure].needs) {
    case NEEDS_TIMES: return TRUE;
    case NEEDS_UNIXLIB: return source == &source_unixlib;
    case NEEDS_IDLE_STATES: return choose_source(CYCLETIME_QUESTION_IDLE_STATES) != NULL;
    default:
        return NT_SUCCESS(query_processor_frequencies(0, 1, &frequency))
               && (frequency.nominal || rows[figure].needs == NEEDS_FREQUENCY);
    }
}

static ULONG64 read_processor(const struct snapshot *snapshot, ULONG processor, ULONG figure)
{
    switch (figure) {
    case IDLE: return snapshot->times[processor].idle;
    case USER: return snapshot->times[processor].user;
    case PRIVILEGED: return snapshot->times[processor].kernel - snapshot->times[processor].idle;
    case DPC: return snapshot->times[processor].dpc;
    case INTERRUPT: return snapshot->times[processor].interrupt;
    case INTERRUPTS: return snapshot->times[processor].interrupts;
    case DPCS: return snapshot->dpcs[processor];
    case DPC_RATE: return snapshot->dpc_rates[processor];
    case C1: return snapshot->idle[processor].c1;
    case C2: return snapshot->idle[processor].c2;
    case C3: return snapshot->idle[processor].c3;
    case C1_TRANSITIONS: return snapshot->idle[processor].c1_transitions;
    case C2_TRANSITIONS: return snapshot->idle[processor].c2_transitions;
    case C3_TRANSITIONS: return snapshot->idle[processor].c3_transitions;
    case FREQUENCY: return snapshot->frequencies[processor].current / 1000;
    default: return snapshot->work[processor];
    }
}

/* Utility is measured in microseconds, so that those of an interval fit into the 32 bits of the base. */
static BOOLEAN read_range(const struct snapshot *snapshot, struct range range, ULONG figure, struct raw_value *value)
{
    const struct figure_row *const row = &rows[figure];
    ULONG64 sum = 0;
    ULONG i;

    if (!*(void *const *)((const BYTE *)snapshot + row->array) || range.begin == range.end) return FALSE;
    for (i = range.begin; i < range.end; i++) sum += read_processor(snapshot, i, figure);
    if (row->combined == AVERAGED) sum /= range.end - range.begin;
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
    else path_write_number(name, instance);
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
    .is_known = is_known_of_processors,
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
    ULONG number; /* in the group */
    struct range range;
    BOOLEAN is_total;
};

static struct place find_place(const struct snapshot *snapshot, ULONG instance)
{
    const struct nt_groups *const groups = &snapshot->groups;
    struct place place = { 0, instance, { 0, snapshot->processors }, TRUE };
    ULONG first = 0;

    while (place.group < groups->count && place.number > groups->processors[place.group]) {
        first += groups->processors[place.group];
        place.number -= groups->processors[place.group++] + 1u;
    }
    if (place.group == groups->count) return place;
    place.is_total = place.number == groups->processors[place.group];
    place.range.begin = place.is_total ? first : first + place.number;
    place.range.end = place.is_total ? first + groups->processors[place.group] : place.range.begin + 1;
    return place;
}

static void information_name(const struct snapshot *snapshot, ULONG instance, WCHAR name[INSTANCE_NAME])
{
    const struct place place = find_place(snapshot, instance);
    WCHAR *at = name;

    if (place.group < snapshot->groups.count) {
        at = path_write_number(at, place.group);
        *at++ = ',';
    }
    if (place.is_total) snapshot_name_total(at);
    else path_write_number(at, place.number);
}

static BOOLEAN information_read(const struct snapshot *snapshot, ULONG instance, ULONG figure, struct raw_value *value)
{
    return read_range(snapshot, find_place(snapshot, instance).range, figure, value);
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
    .is_known = is_known_of_processors,
    .moment = offsetof(struct snapshot, time),
    .instances = information_instances,
    .name_of = information_name,
    .read = information_read,
    .earlier = find_earlier_processor,
};
