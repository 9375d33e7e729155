/* SPDX-License-Identifier: MIT */
#include "record_present.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 1000000000, PERIOD = 10000000 }; /* ns */

static uint64_t coarse(void)
{
    struct timespec time;

    return clock_gettime(CLOCK_MONOTONIC_COARSE, &time) ? 1 : (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

bool writer_enter(struct record *record)
{
    const uint64_t now = coarse();
    uint64_t since = __atomic_load_n(&record->busy, __ATOMIC_RELAXED);

    if (since && now < since + PATIENCE) return false;
    return __atomic_compare_exchange_n(&record->busy, &since, now, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void writer_leave(struct record *record)
{
    __atomic_store_n(&record->busy, 0, __ATOMIC_RELEASE);
}

/* A descriptor that others may be reading from stays open, and leads to another file from now on. */
static void adopt(struct record *record, struct record_file opened)
{
    const int next = (record->present + 1) % RECORD_FILES;
    struct record_file *file = &record->files[next];

    if (file->file < 0) {
        *file = opened;
    } else if (dup3(opened.file, file->file, O_CLOEXEC) >= 0) {
        file->device = opened.device;
        file->inode = opened.inode;
        close(opened.file);
        record_file_use(file); /* that ended with the descriptor */
    } else {
        close(opened.file);
        return;
    }
    __atomic_store_n(&record->present, next, __ATOMIC_RELEASE);
}

bool present_file_is_named(const struct record *record)
{
    return record->present >= 0 && record_file_is_named(&record->names[record->name], &record->files[record->present]);
}

/* A folder that cannot be used is tried again, but not all the time. */
static bool join(struct record *record)
{
    struct record_file opened;
    const uint64_t now = coarse();
    uint32_t i;

    if (record->failed && now < record->failed + PERIOD) return false;
    for (i = 0; i < record->name_count; i++) {
        if (!record_file_open(&record->names[i], &opened)) {
            if (!i) record->refusal = errno;
            continue;
        }
        record->name = i;
        record->failed = 0;
        adopt(record, opened);
        return true;
    }
    record->failed = now;
    return false;
}

const struct record_file *present_file(struct record *record)
{
    if (!present_file_is_named(record)) join(record);
    return record->present < 0 ? NULL : &record->files[record->present];
}

const struct record_file *present_file_insert_before(struct record *record, struct record_file file)
{
    struct record_file *before = &record->files[(record->present + RECORD_FILES - 1) % RECORD_FILES];

    before->device = file.device;
    before->inode = file.inode;
    __atomic_store_n(&before->file, file.file, __ATOMIC_RELEASE);
    return before;
}

const struct record_file *file_before(const struct record *record, const struct record_file *file)
{
    const int present = __atomic_load_n(&record->present, __ATOMIC_ACQUIRE);
    const int next = (int)(file - record->files + RECORD_FILES - 1) % RECORD_FILES;

    return next == present || record->files[next].file < 0 ? NULL : &record->files[next];
}
