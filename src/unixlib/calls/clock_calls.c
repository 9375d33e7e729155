/* SPDX-License-Identifier: MIT */
#include "unixlib/calls/call.h"
#include "unixlib/clocks/tsc_scale.h"
#include "unixlib/clocks/linux_clock.h"

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
    return tsc_is_coarse(tsc_read, rate);
}

static const struct clock_source sources[UNIXLIB_SCALES] = {
    [UNIXLIB_SCALE_RAW] = { .read = linux_raw_clock,
                            .call = linux_least_call,
                            .is_coarse = is_coarse,
                            .read_tsc = tsc_read_ordered },
    [UNIXLIB_SCALE_BOOT] = { .read = linux_time_since_boot,
                             .read_asleep = read_asleep,
                             .call = linux_least_call,
                             .is_coarse = is_coarse,
                             .read_tsc = tsc_read_ordered },
    [UNIXLIB_SCALE_DATE] = { .read = linux_time_since_1970,
                             .call = linux_least_call,
                             .is_coarse = is_coarse,
                             .read_tsc = tsc_read_ordered,
                             .epoch = 116444736000000000,
                             .can_be_set = true },
};

static struct fitted_clock clocks[UNIXLIB_SCALES] = {
    [UNIXLIB_SCALE_RAW] = { .source = &sources[UNIXLIB_SCALE_RAW] },
    [UNIXLIB_SCALE_BOOT] = { .source = &sources[UNIXLIB_SCALE_BOOT] },
    [UNIXLIB_SCALE_DATE] = { .source = &sources[UNIXLIB_SCALE_DATE] },
};

/* The first caller's memory becomes the scale for all callers: a DLL and a static library may be in the process at once. */
static struct tsc_scale *scale_of(uint32_t which, uint64_t address)
{
    struct tsc_scale *brought = (struct tsc_scale *)(uintptr_t)address, *scale = NULL;

    if ((uintptr_t)brought != address || address % sizeof *brought) return NULL;
    if (!__atomic_compare_exchange_n(&clocks[which].scale, &scale, brought, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
        && scale)
        return scale;
    return brought;
}

int32_t call_moment(void *arguments)
{
    struct unixlib_moment *moment = arguments;
    struct tsc_scale *scale = moment->clock < UNIXLIB_SCALES ? scale_of(moment->clock, moment->scale) : NULL;
    struct clock_moment now;

    if (!scale) return UNIXLIB_REFUSED;
    if (!fitted_clock_read(&clocks[moment->clock], &now)) return UNIXLIB_FAILED;
    moment->scale = (uintptr_t)scale;
    moment->time = now.time;
    moment->asleep = now.asleep;
    return UNIXLIB_DONE;
}

/* NAME is empty where Linux does not name its clock source. */
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
    struct unixlib_clock_source *source = arguments, found = { .padding = 0 };
    uint32_t which;

    read_name(found.name, sizeof found.name);
    for (which = 0; which < UNIXLIB_SCALES; which++) found.readings[which] = clock_reading(&sources[which]);
    *source = found;
    return UNIXLIB_DONE;
}
