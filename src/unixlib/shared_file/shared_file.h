/* SPDX-License-Identifier: MIT */
/*
 * The file in which the processes of one user, pid and time namespace keep their entries: its path, the checks that it is
 * whole and ours, how it is made and removed.
 *
 * It is read and written at offsets and never mapped: shortening a mapped file kills the processes that read it (SIGBUS); a
 * read of a shortened file just returns fewer bytes. A call costs 0.5 us.
 *
 * Byte-range locks (fcntl) are only tried, never waited for, and the kernel releases them when a process ends in any way,
 * before its parent can know, or closes any descriptor of the file.
 */
#ifndef CYCLETIME_SHARED_FILE_H
#define CYCLETIME_SHARED_FILE_H

#include "protocol/arithmetic.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>

/* Returns the checksum of SIZE bytes, a whole number of words, continued from the checksum BEFORE. By it a reader detects
   data that was not written whole. It is not 0 for zeros, so an empty slot does not count as whole. */
static inline uint64_t words_sum_after(uint64_t before, const void *bytes, size_t size)
{
    const char *at = bytes, *end = at + size;
    uint64_t sum = before ^ 0x6379636c6574696d, word;

    for (; at < end; at += sizeof word) {
        memcpy(&word, at, sizeof word);
        sum = spread_bits(sum ^ word);
        sum ^= sum >> 32;
    }
    return sum;
}

/* The checksum of the members before `sum` of the structure at DATA, continued from BEFORE, which identifies its owner; 0:
   the structure itself does. */
#define SUM_AFTER(BEFORE, DATA) words_sum_after(BEFORE, DATA, offsetof(__typeof__(*(DATA)), sum))

struct shared_file_name {
    char folder[192], path[256];
    uint64_t key;
    uid_t user;
    bool is_folder_made; /* the folder is the user's own one in /dev/shm, which is made if it is missing */
};

struct shared_file {
    int file; /* -1: none */
    uint64_t device, inode;
};

/* Returns false if FOLDER's name is too long. */
bool shared_file_name_set(struct shared_file_name *name, const char *folder, uid_t user, uint64_t key);

/* Opens the file of that name, or makes it if there is none. A file of ours that is not whole is replaced. False: the
   folder has no room or may not be written; errno EEXIST: another user's file or folder has the name; EFBIG: this process
   may not write a file so large; EAGAIN: another process holds the lock, for which this one waited up to 100 ms, or 3 if it
   HAS_FAILED before. Nothing is left open then. */
bool shared_file_open(const struct shared_file_name *name, bool has_failed, struct shared_file *file);

/* Whether the name leads to FILE. */
bool shared_file_is_named(const struct shared_file_name *name, const struct shared_file *file);

/* Whether any name leads to FILE: it was not removed. */
bool shared_file_has_name(const struct shared_file *file);

/* Keeps the file from being removed for five minutes: a process that has yet to find it may search for it. */
void shared_file_keep(const struct shared_file *file);
bool shared_file_is_kept(const struct shared_file *file);

/* Removes the file if no other process uses it; else leaves it. */
void shared_file_leave(const struct shared_file_name *name, const struct shared_file *file);

/* Removes the file NAME in FOLDER if it is a shared file of this user, of this layout or an older one, in whatever
   namespaces, and no process uses it, since the last one was killed. This process must not use it, because closing it
   releases its locks. */
void shared_file_remove_unused(const char *folder, const char *name);

/* Reserves room, so that later writes there succeed although the folder fills up, if there is room and the file system can
   reserve it. */
void shared_file_reserve(const struct shared_file *file, uint64_t offset, uint64_t size);

bool shared_file_read(const struct shared_file *file, uint64_t offset, void *bytes, size_t size);
bool shared_file_write(const struct shared_file *file, uint64_t offset, const void *bytes, size_t size);

/* The offsets of the locks, behind all data. All processes that use the file share USER. The process of a slot holds its
   OWNER lock. A process that adds to ended totals holds the TOTALS lock of that slot; those of jobs are behind those of
   processes. */
enum { SHARED_LOCK_USER = 1 << 30, SHARED_LOCK_REPLACER, SHARED_LOCK_SLOTS };
#define SHARED_LOCK_OWNER(slot) (SHARED_LOCK_SLOTS + 2 * (off_t)(slot))
#define SHARED_LOCK_TOTALS(slot) (SHARED_LOCK_OWNER(slot) + 1)

/* Takes the lock at OFFSET by the TYPE F_WRLCK, or F_RDLCK to share it, or releases it by F_UNLCK. Returns false if another
   process has the lock. */
bool shared_file_lock(const struct shared_file *file, off_t offset, short type);

/* Returns the pid of the process that holds a lock; 0: none does, or this process does, or it is not known. */
pid_t shared_file_holder(const struct shared_file *file, off_t offset);

#endif
