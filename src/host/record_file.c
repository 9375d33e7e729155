/* SPDX-License-Identifier: MIT */
#include "record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

_Static_assert(sizeof(off_t) == 8, "a 32-bit fstat fails where inode numbers are large: build with _FILE_OFFSET_BITS=64");

enum { ATTEMPTS = 50, VERSION = 1 };
static const uint64_t MAGIC = 0x64726f6365725443;  /* "CTrecord" */
static const off_t LOCKS = 1 << 30;                /* behind all that is written */

struct header {
    uint64_t magic, version, slots, slot_size, key;
};

enum verdict { GOOD, BROKEN, FOREIGN, GONE };

bool record_file_read(const struct record_file *file, uint32_t slot, uint32_t count, void *slots)
{
    const size_t size = (size_t)count * RECORD_SLOT_SIZE;

    return pread(file->file, slots, size, (off_t)(slot + 1) * RECORD_SLOT_SIZE) == (ssize_t)size;
}

bool record_file_write(const struct record_file *file, uint32_t slot, uint32_t offset, const void *bytes, size_t size)
{
    return pwrite(file->file, bytes, size, (off_t)(slot + 1) * RECORD_SLOT_SIZE + offset) == (ssize_t)size;
}

static struct flock lock_of(enum record_lock lock, uint32_t slot, short type)
{
    return (struct flock){ .l_type = type, .l_whence = SEEK_SET, .l_start = LOCKS + 4 * (off_t)slot + lock, .l_len = 1 };
}

static bool try_lock(int file, enum record_lock lock, uint32_t slot, short type)
{
    struct flock range = lock_of(lock, slot, type);

    return fcntl(file, F_SETLK, &range) == 0;
}

bool record_file_lock(const struct record_file *file, enum record_lock lock, uint32_t slot)
{
    return try_lock(file->file, lock, slot, F_WRLCK);
}

pid_t record_file_holder(const struct record_file *file, enum record_lock lock, uint32_t slot)
{
    struct flock range = lock_of(lock, slot, F_WRLCK);

    if (fcntl(file->file, F_GETLK, &range)) return -1;
    if (range.l_type == F_UNLCK) return 0;
    return range.l_pid > 0 ? range.l_pid : -1;
}

static struct header header_of(uint64_t key)
{
    return (struct header){ MAGIC, VERSION, RECORD_SLOTS, RECORD_SLOT_SIZE, key };
}

static enum verdict judge(int file, uint64_t key)
{
    const struct header expected = header_of(key);
    struct header header;
    struct stat status;

    if (fstat(file, &status)) return FOREIGN;
    if (!S_ISREG(status.st_mode) || status.st_uid != geteuid()) return FOREIGN;
    if (status.st_nlink == 0) return GONE;
    if (status.st_nlink != 1 || (status.st_mode & 07777) != 0600 || status.st_size != RECORD_FILE_SIZE) return BROKEN;
    if (pread(file, &header, sizeof header, 0) != sizeof header) return BROKEN;
    return memcmp(&header, &expected, sizeof header) ? BROKEN : GOOD;
}

/* Written whole before it has a name, and with room for all that is ever written: later nothing can be full. */
static bool write_new(int file, uint64_t key)
{
    const struct header header = header_of(key);

    return fchmod(file, 0600) == 0 && posix_fallocate(file, 0, RECORD_FILE_SIZE) == 0
           && pwrite(file, &header, sizeof header, 0) == sizeof header;
}

/* False with EEXIST: another process was faster. A file without a name leaves nothing behind when its maker is killed. */
static bool make(const struct record_file *record, uint64_t key)
{
    char self[64];
    const int file = openat(record->directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    bool made;
    int error;

    if (file < 0) return false;
    snprintf(self, sizeof self, "/proc/self/fd/%d", file);
    made = write_new(file, key)
           && linkat(AT_FDCWD, self, record->directory, record->name, AT_SYMLINK_FOLLOW) == 0;
    error = errno;
    close(file);
    errno = error;
    return made;
}

/* Whether the name still is that of FILE. */
static bool is_named(const struct record_file *record, int file)
{
    struct stat named, open;

    return fstatat(record->directory, record->name, &named, AT_SYMLINK_NOFOLLOW) == 0 && fstat(file, &open) == 0
           && named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

/* Of those who want to replace a broken file one may: else a later one would remove what an earlier has made. */
static void remove_broken(const struct record_file *record, int file)
{
    if (try_lock(file, RECORD_REPLACER, 0, F_WRLCK) && is_named(record, file))
        unlinkat(record->directory, record->name, 0);
}

/* A user from here on; who finds the file removed came too late. */
static bool join(int file)
{
    struct stat status;

    return try_lock(file, RECORD_USER, 0, F_RDLCK) && fstat(file, &status) == 0 && status.st_nlink == 1;
}

/* One attempt. False: it was in vain; whether another may succeed stands in *AGAIN. */
static bool attempt(struct record_file *record, uint64_t key, bool *again)
{
    const int file = openat(record->directory, record->name, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    enum verdict verdict;

    if (file < 0) {
        *again = errno == ENOENT && (make(record, key) || errno == EEXIST);
        return false;
    }
    verdict = judge(file, key);
    *again = verdict != FOREIGN;
    if (verdict == GOOD && join(file)) {
        record->file = file;
        return true;
    }
    if (verdict == BROKEN) remove_broken(record, file);
    close(file);
    return false;
}

/* Under a smaller limit writing would not fail but end the process (SIGXFSZ). */
static bool limit_allows_it(void)
{
    struct rlimit64 limit;

    return getrlimit64(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur >= RECORD_FILE_SIZE;
}

bool record_file_open(struct record_file *record, const char *path, uint64_t key)
{
    const struct timespec moment = { 0, 1000000 };
    bool again = true;
    int i;

    record->file = record->directory = -1;
    if (!limit_allows_it()) return false;
    record->directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (record->directory < 0) return false;
    snprintf(record->name, sizeof record->name, "cycletime-%d-%u-%016llx", VERSION, (unsigned)geteuid(),
             (unsigned long long)key);
    for (i = 0; i < ATTEMPTS && again; i++) {
        if (attempt(record, key, &again)) return true;
        if (i > 2) nanosleep(&moment, NULL);  /* somebody removes or replaces it just now */
    }
    record_file_close(record);
    return false;
}

/*
 * Users share the lock, so who gets it alone is the last, and who comes meanwhile does not get it. It is given back first:
 * of two that end at once, each holding its share, neither would be the last.
 */
void record_file_leave(struct record_file *record)
{
    try_lock(record->file, RECORD_USER, 0, F_UNLCK);
    if (try_lock(record->file, RECORD_USER, 0, F_WRLCK) && is_named(record, record->file))
        unlinkat(record->directory, record->name, 0);
}

void record_file_close(struct record_file *record)
{
    if (record->file >= 0) close(record->file);
    if (record->directory >= 0) close(record->directory);
    record->file = record->directory = -1;
}
