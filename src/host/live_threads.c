/* SPDX-License-Identifier: MIT */
#include "live_threads.h"
#include "file_limit.h"
#include "record_slot.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x10
#endif

static const char NAME[] = "cycletime-threads";
static const size_t SIZE = LIVE_THREADS * sizeof(struct live_thread);

static uint32_t place_of(uint32_t id)
{
    return id / 4 % LIVE_THREADS;
}

/* As in the record, so that zeros are no thread. */
static uint64_t sum_of(const struct live_thread *thread)
{
    return words_sum(thread, offsetof(struct live_thread, sum));
}

static struct live_thread *map(int file)
{
    void *places = MAP_FAILED;

    if (ftruncate(file, (off_t)SIZE) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
        places = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (places == MAP_FAILED) return NULL;
    /* A forked child would speak for its parent. */
    if (madvise(places, SIZE, MADV_DONTFORK) == 0) return places;
    munmap(places, SIZE);
    return NULL;
}

bool live_threads_open(struct live_threads *threads)
{
    threads->places = NULL;
    threads->file = -1;
    if (!file_limit_allows(SIZE)) return false;
    threads->file = (int)syscall(SYS_memfd_create, NAME, 1u /* CLOEXEC */ | 2u /* ALLOW_SEALING */);
    if (threads->file < 0) return false;
    threads->places = map(threads->file);
    if (threads->places) {
        fcntl(threads->file, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL);
        return true;
    }
    close(threads->file);
    threads->file = -1;
    return false;
}

bool live_threads_add(struct live_threads *threads, uint32_t id, uint32_t tid, uint64_t begun, uint64_t since)
{
    struct live_thread thread = { .id = id, .tid = tid, .begun = begun, .since = since }, *place;

    if (!threads->places) return false;
    place = &threads->places[place_of(id)];
    if (place->sum && place->id != id) return false;
    thread.sum = sum_of(&thread);
    *place = thread;
    return true;
}

void live_threads_remove(struct live_threads *threads, uint32_t id)
{
    struct live_thread *place;

    if (!threads->places) return;
    place = &threads->places[place_of(id)];
    if (place->id == id) place->sum = 0;
}

void live_threads_forked(struct live_threads *threads)
{
    threads->places = NULL;
}

/* Nothing else is opened: that could wait, or do something. */
static bool is_named(const char *path)
{
    char name[64];
    const ssize_t length = readlink(path, name, sizeof name - 1);

    if (length < 0) return false;
    name[length] = 0;
    return strstr(name, NAME) != NULL && strncmp(name, "/memfd:", 7) == 0;
}

bool live_threads_find(pid_t pid, int file, uint32_t id, struct live_thread *thread)
{
    struct live_thread found;
    char path[64];
    ssize_t size;
    int opened;

    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)pid, file);
    if (!is_named(path) || (opened = open(path, O_RDONLY | O_CLOEXEC)) < 0) return false;
    size = pread(opened, &found, sizeof found, (off_t)place_of(id) * (off_t)sizeof found);
    close(opened);
    if (size != sizeof found || found.id != id || found.sum != sum_of(&found)) return false;
    *thread = found;
    return true;
}
