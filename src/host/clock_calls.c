/* SPDX-License-Identifier: MIT */
#include "call.h"
#include "clock_line.h"
#include "linux_clock.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static bool read_asleep(uint64_t *asleep)
{
    uint64_t boot;

    return linux_boot_clock(&boot, asleep);
}

static bool is_coarse(uint64_t rate)
{
    return counter_is_coarse(counter_read, rate);
}

static const struct clock_source sources[HOST_LINES] = {
    [HOST_LINE_RAW] = { .read = linux_raw_clock,
                        .call = linux_least_call,
                        .is_coarse = is_coarse,
                        .counter = ordered_counter },
    [HOST_LINE_BOOT] = { .read = linux_time_since_boot,
                         .read_asleep = read_asleep,
                         .call = linux_least_call,
                         .is_coarse = is_coarse,
                         .counter = ordered_counter },
    [HOST_LINE_DATE] = { .read = linux_time_since_1970,
                         .call = linux_least_call,
                         .is_coarse = is_coarse,
                         .counter = ordered_counter,
                         .epoch = 116444736000000000,
                         .can_be_set = true },
};

static struct drawn_clock clocks[HOST_LINES] = {
    [HOST_LINE_RAW] = { .source = &sources[HOST_LINE_RAW] },
    [HOST_LINE_BOOT] = { .source = &sources[HOST_LINE_BOOT] },
    [HOST_LINE_DATE] = { .source = &sources[HOST_LINE_DATE] },
};

/* The line of the first that brought memory for one is used by all: a DLL and a static library may be here at once. */
static struct clock_line *line_of(uint32_t which, uint64_t address)
{
    struct clock_line *brought = (struct clock_line *)(uintptr_t)address, *line = NULL;

    if ((uintptr_t)brought != address || address % sizeof *brought) return NULL;
    if (!__atomic_compare_exchange_n(&clocks[which].line, &line, brought, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
        && line)
        return line;
    return brought;
}

int32_t call_moment(void *arguments)
{
    struct host_moment *moment = arguments;
    struct clock_line *line = moment->clock < HOST_LINES ? line_of(moment->clock, moment->line) : NULL;
    struct clock_moment now;

    if (!line) return HOST_REFUSED;
    if (!drawn_clock_tell(&clocks[moment->clock], &now)) return HOST_FAILED;
    moment->line = (uintptr_t)line;
    moment->time = now.time;
    moment->asleep = now.asleep;
    return HOST_DONE;
}

/* Empty where Linux does not say it. */
static void read_name(char *name, size_t size)
{
    const int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
    const ssize_t length = file < 0 ? 0 : read(file, name, size - 1);

    if (file >= 0) close(file);
    name[length > 0 ? length : 0] = 0;
    name[strcspn(name, "\n")] = 0;
}

int32_t call_clock_source(void *arguments)
{
    struct host_clock_source *source = arguments, found = { .padding = 0 };
    uint32_t which;

    read_name(found.name, sizeof found.name);
    for (which = 0; which < HOST_LINES; which++) found.readings[which] = clock_reading(&sources[which]);
    *source = found;
    return HOST_DONE;
}
