/* SPDX-License-Identifier: MIT */
#include "record_file.h"
#include "file_limit.h"
#include "record_layout.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

_Static_assert(sizeof(off_t) == 8, "a 32-bit fstat fails where inode numbers are large: build with _FILE_OFFSET_BITS=64");

enum { ATTEMPTS = 50 };
static const uint64_t MAGIC = 0x64726f6365725443; /* "CTrecord" */
static const off_t LOCKS = 1 << 30;               /* behind all that is written: two of the file, then those of slots */

enum { USER, REPLACER };

struct header {
    uint64_t magic, version, key, size, slots, threads;
};

enum verdict { GOOD, BROKEN, FOREIGN, GONE };

/* Not by pread and pwrite, which are cancellation points: these the 32-bit glibc 2.41 makes by int 0x80, of 4.4 us in place
   of 0.2. A 64-bit kernel takes the offset whole and ignores the last argument. */
bool record_file_read(const struct record_file *file, uint64_t offset, void *bytes, size_t size)
{
    return syscall(SYS_pread64, file->file, bytes, size, (long)offset, (long)(offset >> 32)) == (long)size;
}

bool record_file_write(const struct record_file *file, uint64_t offset, const void *bytes, size_t size)
{
    return syscall(SYS_pwrite64, file->file, bytes, size, (long)offset, (long)(offset >> 32)) == (long)size;
}

static bool set_lock(int file, off_t at, off_t count, short type)
{
    struct flock range = { .l_type = type, .l_whence = SEEK_SET, .l_start = at, .l_len = count };

    return fcntl(file, F_SETLK, &range) == 0;
}

static off_t place_of(uint32_t slot, enum record_lock lock)
{
    return LOCKS + (off_t)RECORD_LOCKS * (slot + 1) + lock;
}

bool record_file_lock(const struct record_file *file, uint32_t slot, enum record_lock first, int count)
{
    return set_lock(file->file, place_of(slot, first), count, F_WRLCK);
}

void record_file_unlock(const struct record_file *file, uint32_t slot, enum record_lock first, int count)
{
    set_lock(file->file, place_of(slot, first), count, F_UNLCK);
}

pid_t record_file_holder(const struct record_file *file, uint32_t slot, enum record_lock lock)
{
    struct flock range = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = place_of(slot, lock), .l_len = 1 };

    if (fcntl(file->file, F_GETLK, &range)) return -1;
    if (range.l_type == F_UNLCK) return 0;
    return range.l_pid > 0 ? range.l_pid : -1;
}

static struct header header_of(uint64_t key)
{
    return (struct header){ MAGIC, RECORD_VERSION, key, RECORD_FILE_SIZE, RECORD_SLOTS, RECORD_THREADS };
}

static bool is_own(const struct stat *status)
{
    return S_ISREG(status->st_mode) && status->st_uid == geteuid();
}

static bool is_whole(int file, const struct stat *status, uint64_t key)
{
    const struct header expected = header_of(key);
    struct header header;

    if ((status->st_mode & 07777) != 0600 || status->st_size != RECORD_FILE_SIZE) return false;
    return pread(file, &header, sizeof header, 0) == sizeof header && !memcmp(&header, &expected, sizeof header);
}

static enum verdict judge(int file, uint64_t key)
{
    struct stat status;

    if (fstat(file, &status) || !is_own(&status)) return FOREIGN;
    if (status.st_nlink == 0) return GONE;
    return status.st_nlink == 1 && is_whole(file, &status, key) ? GOOD : BROKEN;
}

/* Written whole before it has a name. Processes have their room from the start: who fills the folder later takes none of
   it. */
static bool write_new(int file, uint64_t key)
{
    const struct header header = header_of(key);

    if (fchmod(file, 0600) || ftruncate(file, RECORD_FILE_SIZE)) return false;
    if ((errno = posix_fallocate(file, 0, RECORD_ACCOUNTS_AT))) return false;
    return pwrite(file, &header, sizeof header, 0) == sizeof header;
}

/* False with EEXIST: another process was faster. A file without a name leaves nothing behind when its maker is killed. */
static bool make(const struct record_name *name)
{
    char self[64];
    const int file = open(name->folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    bool made;
    int error;

    if (file < 0) return false;
    snprintf(self, sizeof self, "/proc/self/fd/%d", file);
    made = write_new(file, name->key) && linkat(AT_FDCWD, self, AT_FDCWD, name->path, AT_SYMLINK_FOLLOW) == 0;
    error = errno;
    close(file);
    errno = error;
    return made;
}

static bool identify(int file, struct record_file *found)
{
    struct stat status;

    if (fstat(file, &status)) return false;
    *found = (struct record_file){ file, status.st_dev, status.st_ino };
    return true;
}

bool record_file_is_named(const struct record_name *name, const struct record_file *file)
{
    struct stat named;

    return lstat(name->path, &named) == 0 && named.st_dev == file->device && named.st_ino == file->inode;
}

/* Only one process may replace a broken file; otherwise a late one would delete its successor's. The others let it run, or
   their attempts would be used up while it does not. */
static void remove_broken(const struct record_name *name, int file)
{
    struct record_file broken;

    if (!identify(file, &broken)) return;
    if (!set_lock(file, LOCKS + REPLACER, 1, F_WRLCK)) sched_yield();
    else if (record_file_is_named(name, &broken)) unlink(name->path);
}

/* A user from here on. A process that finds the file removed came too late. */
static bool join(int file)
{
    struct stat status;

    return set_lock(file, LOCKS + USER, 1, F_RDLCK) && fstat(file, &status) == 0 && status.st_nlink == 1;
}

/* One attempt. False: it was in vain; whether another may succeed stands in *AGAIN. */
static bool attempt(const struct record_name *name, struct record_file *found, bool *again)
{
    const int file = open(name->path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    enum verdict verdict;

    if (file < 0) {
        *again = errno == ENOENT && (make(name) || errno == EEXIST);
        return false;
    }
    verdict = judge(file, name->key);
    *again = verdict != FOREIGN;
    if (verdict == GOOD && join(file) && identify(file, found)) return true;
    if (verdict == BROKEN) remove_broken(name, file);
    close(file);
    errno = verdict == FOREIGN ? EEXIST : EAGAIN;
    return false;
}

bool record_name_set(struct record_name *name, const char *folder, uint64_t key)
{
    const int length = snprintf(name->folder, sizeof name->folder, "%s", folder);

    name->key = key;
    if (length < 0 || (size_t)length >= sizeof name->folder) return false;
    snprintf(name->path, sizeof name->path, "%s/cycletime-%d-%u-%016llx", name->folder, RECORD_VERSION, (unsigned)geteuid(),
             (unsigned long long)key);
    return true;
}

/* Each attempt that is in vain is another process's success, and nobody waits for it. */
bool record_file_open(const struct record_name *name, struct record_file *file)
{
    bool again = file_limit_allows(RECORD_FILE_SIZE);
    int i;

    errno = EFBIG;
    for (i = 0; i < ATTEMPTS && again; i++)
        if (attempt(name, file, &again)) return true;
    return false;
}

static bool may_reopen(int file, uint64_t key)
{
    struct stat status;

    return fstat(file, &status) == 0 && is_own(&status) && is_whole(file, &status, key);
}

bool record_file_reopen(const char *path, uint64_t key, struct record_file *file)
{
    const int opened = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);

    if (opened < 0) return false;
    if (may_reopen(opened, key) && identify(opened, file)) {
        record_file_use(file);
        return true;
    }
    close(opened);
    return false;
}

void record_file_use(const struct record_file *file)
{
    set_lock(file->file, LOCKS + USER, 1, F_RDLCK);
}

/*
 * Users share the lock, so a process that gets it alone is the last, and one that comes meanwhile does not get it. It is
 * given back first: of two that end at once, each holding its share, neither would be the last.
 */
void record_file_leave(const struct record_name *name, const struct record_file *file)
{
    set_lock(file->file, LOCKS + USER, 1, F_UNLCK);
    if (set_lock(file->file, LOCKS + USER, 1, F_WRLCK) && record_file_is_named(name, file)) unlink(name->path);
}
