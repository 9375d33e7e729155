/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/files.h"
#include "unixlib/shared_file/folders.h"
#include "unixlib/clocks/linux_clock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE = 1000000000, PERIOD = 10000000 }; /* ns */

static uint64_t coarse(void)
{
    uint64_t now;

    return linux_coarse_clock(&now) ? now : 1;
}

bool files_enter(struct record *record)
{
    const uint64_t now = coarse();
    uint64_t since = __atomic_load_n(&record->busy, __ATOMIC_RELAXED);

    if (since && now < since + PATIENCE) return false;
    return __atomic_compare_exchange_n(&record->busy, &since, now, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void files_leave(struct record *record)
{
    __atomic_store_n(&record->busy, 0, __ATOMIC_RELEASE);
}

bool record_open(struct record *record, const char *directory, uint64_t key)
{
    struct folders folders;
    int i;

    memset(record, 0, sizeof *record);
    record->own.slot = RECORD_SLOTS;
    record->file = record->present = -1;
    for (i = 0; i < RECORD_FILES; i++) record->files[i].file = -1;
    folders_find(&folders, directory);
    for (i = 0; i < folders.count; i++)
        if (record_name_set(&record->names[record->name_count], folders.of[i], key)) record->name_count++;
    return files_present(record) != NULL;
}

void record_close(struct record *record)
{
    int i;

    record->owner = 0;
    for (i = 0; i < RECORD_FILES; i++) {
        if (record->files[i].file >= 0) close(record->files[i].file);
        record->files[i].file = -1;
    }
    record->present = -1;
    record->name_count = 0;
}

/* Another thread may be reading from the old descriptor, so it is not closed: dup3 makes it lead to the new file. */
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
        record_file_use(file); /* dup3 closed the old file, which released the lock */
    } else {
        close(opened.file);
        return;
    }
    __atomic_store_n(&record->present, next, __ATOMIC_RELEASE);
    __atomic_fetch_add(&record->joined, 1, __ATOMIC_RELEASE);
}

bool files_present_is_named(const struct record *record)
{
    return record->present >= 0 && record_file_is_named(&record->names[record->name], &record->files[record->present]);
}

/* A folder that cannot be used is tried again, once in a PERIOD. */
static bool join(struct record *record)
{
    struct record_file opened;
    const uint64_t now = coarse();
    uint32_t i;

    if (record->failed && now < record->failed + PERIOD) return false;
    for (i = 0; i < record->name_count; i++) {
        if (!record_file_open(&record->names[i], record->failed, &opened)) {
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

const struct record_file *files_present(struct record *record)
{
    if (!files_present_is_named(record)) join(record);
    return record->present < 0 ? NULL : &record->files[record->present];
}

const struct record_file *files_before(const struct record *record, const struct record_file *file)
{
    const int present = __atomic_load_n(&record->present, __ATOMIC_ACQUIRE);
    const int next = (int)(file - record->files + RECORD_FILES - 1) % RECORD_FILES;

    return next == present || record->files[next].file < 0 ? NULL : &record->files[next];
}
