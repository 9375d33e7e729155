/* SPDX-License-Identifier: MIT */
/* The shared files that this process has open, which of them has the name now, and which thread writes. */
#ifndef CYCLETIME_SHARED_FILES_H
#define CYCLETIME_SHARED_FILES_H

#include "unixlib/shared_file/shared_file.h"

enum { SHARED_FILES = 4 };

struct shared_files {
    struct shared_file_name names[3];       /* where the file may be, the best first */
    uint32_t name_count, name;              /* their number; the one in use */
    struct shared_file files[SHARED_FILES]; /* the current file, and those used before it */
    int present;                            /* -1: none */
    uint32_t joined;                        /* how many files were ever the current one */
    int refusal;                            /* errno of the last failure to open the first name */
    /* Times in ns: a writer entered; joining failed last (0: never). On i386, an atomic member that is not aligned can
       straddle two cache lines; where Linux detects such bus locks, it delays each access by 10 ms or more. */
    _Alignas(8) uint64_t busy;
    uint64_t failed;
};

/* Finds the names, and opens no file. KEY and DIRECTORY are as for publisher_open. */
void shared_files_begin(struct shared_files *shared, const char *directory, uint64_t key);

void shared_files_close(struct shared_files *shared);

/* Returns the current file; NULL: there is none. */
static inline const struct shared_file *shared_files_present(const struct shared_files *shared)
{
    const int present = __atomic_load_n(&shared->present, __ATOMIC_ACQUIRE);

    return present < 0 ? NULL : &shared->files[present];
}

/* Returns the file that the name leads to now; if MAY_JOIN, it is opened or made if it is not the file of the last call.
   The caller is the thread that writes. NULL: there is none. */
const struct shared_file *shared_files_find_present(struct shared_files *shared, bool may_join);

/* Whether the name still leads to the current file. */
bool shared_files_present_is_named(const struct shared_files *shared);

/* Returns the file that was used before FILE and is still open; NULL: there is none. */
const struct shared_file *shared_files_find_before(const struct shared_files *shared, const struct shared_file *file);

/* Lets one thread write at a time, for a second at most; a thread that comes meanwhile gets false and leaves the write to
   the first. A thread that was killed while it wrote loses its turn after that second. */
bool shared_files_enter(struct shared_files *shared);
void shared_files_leave(struct shared_files *shared);

#endif
