/* SPDX-License-Identifier: MIT */
/* sysfs' list of CPUs against a set of them. */
#include "fuzz.h"
#include "unixlib/processors/cpu_map.h"

enum { CPUS = UINT16_MAX + 1 };

static bool is_in[CPUS];

/* A number at *AT, which moves on; 20 digits are more than any CPU has. */
static bool number(const char **at, const char *end, uint64_t *value)
{
    const char *first = *at;

    *value = 0;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at) {
        const uint64_t digit = (uint64_t)(**at - '0');

        if (*value > (UINT64_MAX - digit) / 10) return false;
        *value = *value * 10 + digit;
    }
    return *at > first;
}

/* How many are in the set; -1: it is no ascending list of at most MOST_CPUS. */
static long read_list(const char *text, size_t size)
{
    const char *at = text, *end = text + size;
    uint64_t first, last, next = 0;
    long count = 0;

    memset(is_in, 0, sizeof is_in);
    for (;; at++) {
        if (!number(&at, end, &first)) return -1;
        last = first;
        if (at < end && *at == '-') {
            at++;
            if (!number(&at, end, &last)) return -1;
        }
        if (first < next || last < first || last - first >= MOST_CPUS || last >= CPUS) return -1;
        for (next = first; next <= last; next++) {
            is_in[next] = true;
            count++;
        }
        if (at == end || *at != ',') break;
    }
    return at + 1 == end && *at == '\n' && count <= MOST_CPUS ? count : -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct cpu_map map;
    const long count = read_list((const char *)data, size);
    uint32_t i, cpu;

    CHECK(cpu_map_parse(&map, (const char *)data, size) == (count >= 0));
    CHECK(map.count == (count < 0 ? 0 : count));
    for (i = 0; i < map.count; i++) {
        CHECK(is_in[map.cpus[i]] && (!i || map.cpus[i - 1] < map.cpus[i]));
        CHECK(cpu_map_find(&map, map.cpus[i]) == i);
    }
    for (cpu = 0; cpu < CPUS; cpu += 251)
        if (!map.count || !is_in[cpu]) CHECK(cpu_map_find(&map, cpu) == map.count);
    CHECK(cpu_map_find(&map, (uint64_t)1 << 32) == map.count);
    return 0;
}
