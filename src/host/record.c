/* SPDX-License-Identifier: MIT */
#include "record.h"
#include "other_process.h"
#include "record_slot.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { PLACES = 16, ATTEMPTS = 8 };

bool record_open(struct record *record, const char *directory, uint64_t key)
{
    const char *runtime;

    record->owner = 0;
    if (directory) return record_file_open(&record->file, directory, key);
    if (record_file_open(&record->file, "/dev/shm", key)) return true;
    runtime = getenv("XDG_RUNTIME_DIR");
    return runtime && *runtime == '/' && record_file_open(&record->file, runtime, key);
}

void record_close(struct record *record)
{
    record->owner = 0;
    record_file_close(&record->file);
}

/* Wine's ids are multiples of 4 and follow one another, which spreads them as evenly as can be. */
static uint32_t first_place(uint32_t id)
{
    return id / 4 % (RECORD_SLOTS - PLACES + 1);
}

/* One clock for all, whatever time namespace they are in, is the wall clock; it only ranks. */
static uint64_t seconds(void)
{
    struct timespec time;

    return clock_gettime(CLOCK_REALTIME_COARSE, &time) ? 0 : (uint64_t)time.tv_sec;
}

static bool write_figures(struct record *record, struct record_times times, uint32_t flags)
{
    const uint64_t sequence = __atomic_add_fetch(&record->sequence, 1, __ATOMIC_RELAXED);
    struct figures figures = { .sequence = sequence, .created = record->process.created, .id = record->process.id,
                               .flags = flags, .user = times.user, .kernel = times.kernel, .written = seconds() };

    figures.sum = figures_sum(&figures);
    return record_file_write(&record->file, record->slot, (uint32_t)(sequence % 2 * sizeof figures), &figures,
                             sizeof figures);
}

/* Of those that were not TRIED, the one that is empty or was written the longest ago. */
static uint32_t oldest(const struct record_slot *slots, uint32_t tried)
{
    const struct figures *newest;
    uint64_t written, least = 0;
    uint32_t i, found = PLACES;

    for (i = 0; i < PLACES; i++) {
        if (tried & 1u << i) continue;
        newest = record_slot_newest(&slots[i]);
        written = newest ? newest->written : 0;
        if (found < PLACES && written >= least) continue;
        found = i;
        least = written;
    }
    return found;
}

/* A place whose owner is no more; the kernel gives it to one only. */
static bool take_place(struct record *record, uint32_t first)
{
    struct record_slot slots[PLACES];
    uint32_t tried = 0, i;

    if (!record_file_read(&record->file, first, PLACES, slots)) return false;
    while ((i = oldest(slots, tried)) < PLACES) {
        record->slot = first + i;
        if (record_file_lock(&record->file, RECORD_CLAIMED, record->slot)) return true;
        tried |= 1u << i;
    }
    return false;
}

/* The sequence goes on where the last owner's ended, or the newest copy would be the old one. */
static bool continue_sequence(struct record *record)
{
    struct record_slot slot;
    const struct figures *newest;

    if (!record_file_read(&record->file, record->slot, 1, &slot)) return false;
    newest = record_slot_newest(&slot);
    record->sequence = newest ? newest->sequence : 0;
    return true;
}

/* First the record says whose it is, then the kernel that its owner is alive: never the other way round. */
bool record_claim(struct record *record, struct record_process process, struct record_times times)
{
    if (record->owner || !take_place(record, first_place(process.id))) return false;
    record->process = process;
    if (!continue_sequence(record) || !write_figures(record, times, 0)) return false;
    if (!record_file_lock(&record->file, RECORD_ALIVE, record->slot)) return false;
    record->owner = getpid();
    return true;
}

bool record_publish(struct record *record, struct record_times times)
{
    return record->owner && record->owner == getpid() && write_figures(record, times, 0);
}

/* Both copies: what another thread was about to write is older than either, and cannot take the place of both. */
bool record_end(struct record *record, struct record_times times, bool is_exact)
{
    const uint32_t flags = FIGURES_ENDED | (is_exact ? FIGURES_EXACT : 0);
    bool written;

    if (!record->owner || record->owner != getpid()) return false;
    written = write_figures(record, times, flags);
    written = write_figures(record, times, flags) && written;
    record->owner = 0;
    record_file_leave(&record->file);
    return written;
}

static bool find_place(const struct record *record, struct record_process process, uint32_t *place)
{
    const uint32_t first = first_place(process.id);
    struct record_slot slots[PLACES];
    uint32_t i;

    if (!record_file_read(&record->file, first, PLACES, slots)) return false;
    for (i = 0; i < PLACES; i++) {
        if (!record_slot_newest_of(&slots[i], process)) continue;
        *place = first + i;
        return true;
    }
    return false;
}

/* The kernel does not tell a process of its own locks. */
static pid_t holder_of(const struct record *record, uint32_t place)
{
    if (record->owner && place == record->slot) return record->owner;
    return record_file_holder(&record->file, RECORD_ALIVE, place);
}

/* In 64 bits, which is as wide as i386 has: the ratio is cut to 32. */
static struct record_times split_total(struct record_times ratio, uint64_t total)
{
    uint64_t sum, user;

    for (; (ratio.user | ratio.kernel) >> 31; ratio.kernel /= 2) ratio.user /= 2;
    sum = ratio.user + ratio.kernel;
    user = sum ? total / sum * ratio.user + total % sum * ratio.user / sum : total;
    return (struct record_times){ user, total - user };
}

static void ask_clock(pid_t pid, bool split, struct record_answer *answer)
{
    struct record_times ratio = answer->times;
    uint64_t total;

    answer->linux_pid = pid;
    if (!other_process_total(pid, &total)) return;
    if (split) other_process_ratio(pid, &ratio.user, &ratio.kernel);
    answer->times = split_total(ratio, total);
    answer->is_exact = true;
}

/*
 * Who holds the place is asked before and after: if it is the same process, it held it all the time, and the record is its
 * own and so was the clock. False: the place changed hands meanwhile.
 */
static bool ask_place(const struct record *record, uint32_t place, struct record_process process, bool split,
                      struct record_answer *answer)
{
    const pid_t holder = holder_of(record, place);
    const struct figures *figures;
    struct record_slot slot;

    if (!record_file_read(&record->file, place, 1, &slot)) return false;
    figures = record_slot_newest_of(&slot, process);
    if (!figures) return false;
    *answer = (struct record_answer){ .times = { figures->user, figures->kernel },
                                      .has_ended = !holder || figures != record_slot_newest(&slot)
                                                   || figures->flags & FIGURES_ENDED,
                                      .is_exact = figures->flags & FIGURES_EXACT };
    if (!answer->has_ended && holder > 0) ask_clock(holder, split, answer);
    return holder_of(record, place) == holder;
}

bool record_find(const struct record *record, struct record_process process, bool split, struct record_answer *answer)
{
    struct record_answer found;
    uint32_t place;
    int i;

    for (i = 0; i < ATTEMPTS; i++) {
        if (!find_place(record, process, &place)) return false;
        if (!ask_place(record, place, process, split, &found)) continue;
        *answer = found;
        return true;
    }
    return false;
}
