/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/shared_files.h"
#include "unixlib/shared_file/shared_folders.h"
#include "unixlib/clocks/linux_clock.h"

#include <errno.h>
#include <unistd.h>

enum { PATIENCE = 1000000000, PERIOD = 10000000 }; /* ns */

bool shared_files_enter(struct shared_files *shared)
{
    const uint64_t now = linux_coarse_time();
    uint64_t since = __atomic_load_n(&shared->busy, __ATOMIC_RELAXED);

    if (since && now < since + PATIENCE) return false;
    return __atomic_compare_exchange_n(&shared->busy, &since, now, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void shared_files_leave(struct shared_files *shared)
{
    __atomic_store_n(&shared->busy, 0, __ATOMIC_RELEASE);
}

void shared_files_begin(struct shared_files *shared, const char *directory, uint64_t key)
{
    struct shared_folders folders;
    int i;

    memset(shared, 0, sizeof *shared);
    shared->present = -1;
    for (i = 0; i < SHARED_FILES; i++) shared->files[i].file = -1;
    shared_folders_find(&folders, directory);
    for (i = 0; i < folders.count; i++)
        if (shared_file_name_set(&shared->names[shared->name_count], folders.of[i], folders.user, key))
            shared->names[shared->name_count++].is_folder_made = folders.of[i] == folders.own;
}

void shared_files_close(struct shared_files *shared)
{
    int i;

    for (i = 0; i < SHARED_FILES; i++) {
        if (shared->files[i].file >= 0) close(shared->files[i].file);
        shared->files[i].file = -1;
    }
    shared->present = -1;
}

/* Another thread may be reading from the old descriptor, so it is not closed: dup3 makes it lead to the new file. */
static void adopt_file(struct shared_files *shared, struct shared_file opened)
{
    const int next = (shared->present + 1) % SHARED_FILES;
    struct shared_file *file = &shared->files[next];

    if (file->file < 0) {
        *file = opened;
    } else if (dup3(opened.file, file->file, O_CLOEXEC) >= 0) {
        file->device = opened.device;
        file->inode = opened.inode;
        close(opened.file);
        shared_file_lock(file, SHARED_LOCK_USER, F_RDLCK); /* dup3 closed the old file, which released the lock */
    } else {
        close(opened.file);
        return;
    }
    __atomic_store_n(&shared->present, next, __ATOMIC_RELEASE);
    __atomic_fetch_add(&shared->joined, 1, __ATOMIC_RELEASE);
}

bool shared_files_present_is_named(const struct shared_files *shared)
{
    return shared->present >= 0 && shared_file_is_named(&shared->names[shared->name], &shared->files[shared->present]);
}

/* A folder that cannot be used is tried again, once in a PERIOD. */
const struct shared_file *shared_files_find_present(struct shared_files *shared, bool may_join)
{
    struct shared_file opened;
    uint64_t now;
    uint32_t i;

    if (shared_files_present_is_named(shared)) return &shared->files[shared->present];
    now = linux_coarse_time();
    if (may_join && (!shared->failed || now >= shared->failed + PERIOD)) {
        for (i = 0; i < shared->name_count; i++) {
            if (shared_file_open(&shared->names[i], shared->failed, &opened)) break;
            if (!i) shared->refusal = errno;
        }
        if (i < shared->name_count) {
            shared->name = i;
            adopt_file(shared, opened);
        }
        shared->failed = i < shared->name_count ? 0 : now;
    }
    return shared_files_present(shared);
}

const struct shared_file *shared_files_find_before(const struct shared_files *shared, const struct shared_file *file)
{
    const int present = __atomic_load_n(&shared->present, __ATOMIC_ACQUIRE);
    const int next = (int)(file - shared->files + SHARED_FILES - 1) % SHARED_FILES;

    return next == present || shared->files[next].file < 0 ? NULL : &shared->files[next];
}
