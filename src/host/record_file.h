/* SPDX-License-Identifier: MIT */
/*
 * The file in which the processes of one user and one Wine prefix keep their records: where it is, whether it can be
 * trusted, how it comes and goes. record.h tells what is in it.
 *
 * It is read and written at offsets and never mapped: to shorten a mapped file kills the processes that look at it
 * (SIGBUS), and nothing but the file's mode could stop that; here a shortened file is a short answer. A call costs 0.5 us.
 *
 * Byte-range locks (fcntl) are only ever tried, never waited for, and the kernel takes them back from a process that ends
 * in any way, before its parent can know. Such a lock belongs to the process, and ends with the first descriptor of the
 * file that it closes.
 */
#ifndef CYCLETIME_HOST_RECORD_FILE_H
#define CYCLETIME_HOST_RECORD_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct record_name {
    char folder[192], path[256];
    uint64_t key;
};

struct record_file {
    int file; /* -1: none */
    uint64_t device, inode;
};

/* False: FOLDER has too long a name. */
bool record_name_set(struct record_name *name, const char *folder, uint64_t key);

/* Opens the file of that name, or makes it where there is none. One of ours that is not whole is replaced. False: the
   folder has no room or may not be written, or errno is EEXIST: somebody else's file has the name; EFBIG: this process may
   write none so large. Nothing is left open then. */
bool record_file_open(const struct record_name *name, struct record_file *file);

/* Whether the name is that of FILE. */
bool record_file_is_named(const struct record_name *name, const struct record_file *file);

/* Says that this process uses the file; again where a closed descriptor has ended that. */
void record_file_use(const struct record_file *file);

/* Opens a file of that key by another PATH, as a descriptor of another process's in /proc; it may have lost its name.
   False: it is not a whole one of this user's. The caller has no descriptor of it: closing this one would end its locks. */
bool record_file_reopen(const char *path, uint64_t key, struct record_file *file);

/* Removes the file if no other process uses it; else leaves it. */
void record_file_leave(const struct record_name *name, const struct record_file *file);

bool record_file_read(const struct record_file *file, uint64_t offset, void *bytes, size_t size);
bool record_file_write(const struct record_file *file, uint64_t offset, const void *bytes, size_t size);

/* The owner of a slot holds CLAIMED, and ALIVE from the moment when the slot says who its owner is. */
enum record_lock { RECORD_CLAIMED, RECORD_ALIVE, RECORD_CELL = 4, RECORD_LOCKS = 8 };

/* COUNT locks of a slot, from FIRST on, all or none. False: another process has one of them. */
bool record_file_lock(const struct record_file *file, uint32_t slot, enum record_lock first, int count);
void record_file_unlock(const struct record_file *file, uint32_t slot, enum record_lock first, int count);

/*
 * The holder of a lock: its Linux pid as this process numbers it; 0: nobody, or this process; -1: a process of another pid
 * namespace that has no number here, or it is not known.
 */
pid_t record_file_holder(const struct record_file *file, uint32_t slot, enum record_lock lock);

#endif
