/* SPDX-License-Identifier: MIT */
/*
 * The file in which the processes of one user and one Wine prefix keep their records: where it is, whether it can be
 * trusted, how it comes and goes. record.h tells what is in it.
 *
 * It is read and written at offsets and never mapped: whoever shortens a mapped file kills those who look at it (SIGBUS),
 * and nothing but the file's mode could stop that; here a shortened file is a short answer. A call costs 0.5 us.
 *
 * Byte-range locks (fcntl) tell who is alive. They are only ever tried, never waited for, and the kernel takes them back
 * from a process that ends in any way, before its parent can know. Such a lock belongs to the process and ends with the
 * first descriptor of the file that it closes: so a process opens the file once, and leaves it open.
 */
#ifndef CYCLETIME_HOST_RECORD_FILE_H
#define CYCLETIME_HOST_RECORD_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct record_file {
    int directory, file;
    char name[64];
};

enum { RECORD_SLOTS = 512, RECORD_SLOT_SIZE = 128, RECORD_FILE_SIZE = (RECORD_SLOTS + 1) * RECORD_SLOT_SIZE };

/*
 * Opens the file for KEY in the folder PATH, and makes it where there is none. One of ours that is not whole is replaced.
 * False: the folder has no room or may not be written, or somebody else's file has the name. Nothing is left open then.
 */
bool record_file_open(struct record_file *file, const char *path, uint64_t key);

/* Removes the file if no other process has it open; else leaves it. Its locks stand until the process ends. */
void record_file_leave(struct record_file *file);

void record_file_close(struct record_file *file);

bool record_file_read(const struct record_file *file, uint32_t slot, uint32_t count, void *slots);
bool record_file_write(const struct record_file *file, uint32_t slot, uint32_t offset, const void *bytes, size_t size);

/* A slot is claimed by whom it belongs to, and alive from when it says to whom. */
enum record_lock { RECORD_USER, RECORD_REPLACER, RECORD_CLAIMED, RECORD_ALIVE };

bool record_file_lock(const struct record_file *file, enum record_lock lock, uint32_t slot);

/*
 * Who holds a lock: its Linux pid as this process numbers it; 0: nobody, or this process; -1: a process of another pid
 * namespace that has no number here, or it is not known.
 */
pid_t record_file_holder(const struct record_file *file, enum record_lock lock, uint32_t slot);

#endif
