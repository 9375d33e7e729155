/* SPDX-License-Identifier: MIT */
#include "record_parent.h"
#include "numbers.h"
#include "other_process.h"
#include "record_place.h"
#include "record_present.h"
#include "record_slot.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One that has ended is its parent still. */
static bool has_place(const struct record *record, const struct record_file *file)
{
    struct record_slot slots[RECORD_PLACES];
    const struct figures *newest;
    int i;

    if (!read_places(file, first_place(record->parent), slots)) return false;
    for (i = 0; i < RECORD_PLACES; i++) {
        newest = record_slot_newest(&slots[i]);
        if (newest && newest->id == record->parent && newest->created <= record->process.created) return true;
    }
    return false;
}

bool record_parent_is_elsewhere(const struct record *record)
{
    const struct record_file *present = record->present < 0 ? NULL : &record->files[record->present];

    return present && record->parent && !file_before(record, present) && !has_place(record, present);
}

/* Removed or renamed, it lies in the folder where it was. Its parent may have found another one full. */
static bool lies_in_a_folder(const struct record *record, const char *descriptor)
{
    char link[sizeof record->names->folder + 1];
    const ssize_t size = readlink(descriptor, link, sizeof link);
    size_t length;
    uint32_t i;

    for (i = 0; i < record->name_count; i++) {
        length = strlen(record->names[i].folder);
        if (size > (ssize_t)length && !memcmp(link, record->names[i].folder, length) && link[length] == '/') return true;
    }
    return false;
}

/* To open and close the present file would end this process's locks. */
static bool is_another(const struct record *record, const char *descriptor)
{
    const struct record_file *present = &record->files[record->present];
    struct stat status;

    return stat(descriptor, &status) == 0 && (status.st_dev != present->device || status.st_ino != present->inode);
}

static bool try_descriptor(const struct record *record, const char *descriptor, struct record_file *found)
{
    struct record_file file;

    if (!lies_in_a_folder(record, descriptor) || !is_another(record, descriptor)) return false;
    if (!record_file_reopen(descriptor, record->names[record->name].key, &file)) return false;
    if (has_place(record, &file)) {
        *found = file;
        return true;
    }
    close(file.file);
    return false;
}

/* Root may read what any user's leads to, and might wait there. */
static bool try_process(const struct record *record, uint64_t pid, struct record_file *found)
{
    struct numbers descriptors;
    char path[64];
    uint64_t number;
    bool is_own, done = false;

    snprintf(path, sizeof path, "/proc/%llu/fd", (unsigned long long)pid);
    if (!numbers_open(&descriptors, path)) return false;
    is_own = other_process_is_own_user_s((pid_t)pid);
    while (is_own && !done && numbers_next(&descriptors, &number)) {
        snprintf(path, sizeof path, "/proc/%llu/fd/%llu", (unsigned long long)pid, (unsigned long long)number);
        done = try_descriptor(record, path, found);
    }
    numbers_close(&descriptors);
    return done;
}

bool record_parent_find_file(const struct record *record, struct record_file *found)
{
    struct numbers processes;
    uint64_t pid;
    bool done = false;

    if (!numbers_open(&processes, "/proc")) return false;
    while (!done && numbers_next(&processes, &pid)) done = pid != (uint64_t)getpid() && try_process(record, pid, found);
    numbers_close(&processes);
    return done;
}
