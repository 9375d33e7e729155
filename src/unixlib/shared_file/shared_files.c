/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/publisher.h"
#include "unixlib/shared_file/shared_folders.h"
#include "unixlib/clocks/linux_clock.h"

#include <errno.h>
#include <unistd.h>

enum { PATIENCE = 1000000000, PERIOD = 10000000 }; /* ns */

bool shared_files_enter(struct publisher *publisher)
{
    const uint64_t now = linux_coarse_time();
    uint64_t since = __atomic_load_n(&publisher->busy, __ATOMIC_RELAXED);

    if (since && now < since + PATIENCE) return false;
    return __atomic_compare_exchange_n(&publisher->busy, &since, now, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void shared_files_leave(struct publisher *publisher)
{
    __atomic_store_n(&publisher->busy, 0, __ATOMIC_RELEASE);
}

/* A thread that was delayed for long may come when another one has ended this process's entry: a state that has no way to
   NEXT stays. */
bool publisher_change_state(struct publisher *publisher, enum publisher_state next)
{
    enum {
        WAITS = 1 << PUBLISHER_WAITS_FOR_SLOT,
        HAS = 1 << PUBLISHER_HAS_SLOT,
        COPY = 1 << PUBLISHER_IS_COPY,
        ENDED = 1 << PUBLISHER_HAS_ENDED
    };
    static const uint32_t ways[] = {
        [PUBLISHER_ASKS] = WAITS | ENDED,
        [PUBLISHER_WAITS_FOR_SLOT] = HAS | COPY | ENDED,
        [PUBLISHER_HAS_SLOT] = HAS | COPY | ENDED,
        [PUBLISHER_IS_COPY] = ENDED,
        [PUBLISHER_HAS_ENDED] = 0,
    };
    uint32_t now = publisher_state(publisher);

    do
        if (!(ways[now] & 1u << next)) return false;
    while (!__atomic_compare_exchange_n(&publisher->state, &now, next, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    return true;
}

bool publisher_open(struct publisher *publisher, const char *directory, uint64_t key)
{
    struct shared_folders folders;
    int i;

    memset(publisher, 0, sizeof *publisher);
    publisher->present = -1;
    for (i = 0; i < SHARED_FILES; i++) publisher->files[i].file = -1;
    shared_folders_find(&folders, directory);
    for (i = 0; i < folders.count; i++)
        if (shared_file_name_set(&publisher->names[publisher->name_count], folders.of[i], folders.user, key))
            publisher->names[publisher->name_count++].is_folder_made = folders.of[i] == folders.own;
    return shared_files_find_present(publisher) != NULL;
}

void publisher_close(struct publisher *publisher)
{
    int i;

    publisher_change_state(publisher, PUBLISHER_HAS_ENDED);
    for (i = 0; i < SHARED_FILES; i++) {
        if (publisher->files[i].file >= 0) close(publisher->files[i].file);
        publisher->files[i].file = -1;
    }
    publisher->present = -1;
}

/* Another thread may be reading from the old descriptor, so it is not closed: dup3 makes it lead to the new file. */
static void adopt_file(struct publisher *publisher, struct shared_file opened)
{
    const int next = (publisher->present + 1) % SHARED_FILES;
    struct shared_file *file = &publisher->files[next];

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
    __atomic_store_n(&publisher->present, next, __ATOMIC_RELEASE);
    __atomic_fetch_add(&publisher->joined, 1, __ATOMIC_RELEASE);
}

bool shared_files_present_is_named(const struct publisher *publisher)
{
    return publisher->present >= 0
           && shared_file_is_named(&publisher->names[publisher->name], &publisher->files[publisher->present]);
}

/* A folder that cannot be used is tried again, once in a PERIOD. */
const struct shared_file *shared_files_find_present(struct publisher *publisher)
{
    const bool has_ended = publisher_state(publisher) == PUBLISHER_HAS_ENDED;
    struct shared_file opened;
    uint64_t now;
    uint32_t i;

    if (shared_files_present_is_named(publisher)) return &publisher->files[publisher->present];
    now = linux_coarse_time();
    if (!has_ended && (!publisher->failed || now >= publisher->failed + PERIOD)) {
        for (i = 0; i < publisher->name_count; i++) {
            if (shared_file_open(&publisher->names[i], publisher->failed, &opened)) break;
            if (!i) publisher->refusal = errno;
        }
        if (i < publisher->name_count) {
            publisher->name = i;
            adopt_file(publisher, opened);
        }
        publisher->failed = i < publisher->name_count ? 0 : now;
    }
    return publisher->present < 0 ? NULL : &publisher->files[publisher->present];
}

const struct shared_file *shared_files_find_before(const struct publisher *publisher, const struct shared_file *file)
{
    const int present = __atomic_load_n(&publisher->present, __ATOMIC_ACQUIRE);
    const int next = (int)(file - publisher->files + SHARED_FILES - 1) % SHARED_FILES;

    return next == present || publisher->files[next].file < 0 ? NULL : &publisher->files[next];
}
