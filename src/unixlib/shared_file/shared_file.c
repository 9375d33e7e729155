/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/shared_folders.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/shared_file_layout.h"
#include "protocol/ignore_result.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

_Static_assert(sizeof(off_t) == 8, "a 32-bit fstat fails where inode numbers are large: build with _FILE_OFFSET_BITS=64");

enum { LEAST_ROOM = 1 << 20 }; /* some hundred processes */
enum { ATTEMPTS = 100, LATER_ATTEMPTS = 3 };
enum { KEPT_AT = 64 };                       /* where the date until which the file is kept stands */
static const uint64_t KEPT_FOR = 3000000000; /* 100 ns */

struct header {
    uint64_t magic, version, key, size, slots, threads;
};

static const struct header any_header = { .magic = 0x64726f6365725443 /* "CTrecord" */,
                                          .version = SHARED_FILE_VERSION,
                                          .size = SHARED_FILE_SIZE,
                                          .slots = SHARED_SLOTS,
                                          .threads = SHARED_THREADS };

enum verdict { GOOD, BROKEN, FOREIGN, GONE };

/* The system calls are made directly: pread and pwrite are cancellation points, for which the 32-bit glibc 2.41 makes
   system calls by int 0x80, at 4.4 us instead of 0.2. A 64-bit kernel takes the offset whole and ignores the last
   argument. */
bool shared_file_read(const struct shared_file *file, uint64_t offset, void *bytes, size_t size)
{
    return syscall(SYS_pread64, file->file, bytes, size, (long)offset, (long)(offset >> 32)) == (long)size;
}

/* A container can refuse pwrite; pwritev is another system call. */
bool shared_file_write(const struct shared_file *file, uint64_t offset, const void *bytes, size_t size)
{
    const struct iovec part = { (void *)bytes, size };

    return syscall(SYS_pwrite64, file->file, bytes, size, (long)offset, (long)(offset >> 32)) == (long)size
           || pwritev(file->file, &part, 1, (off_t)offset) == (ssize_t)size;
}

void shared_file_reserve(const struct shared_file *file, uint64_t offset, uint64_t size)
{
    const int error = errno;

    if (fallocate(file->file, FALLOC_FL_KEEP_SIZE, (off_t)offset, (off_t)size)) errno = error;
}

bool shared_file_lock(const struct shared_file *file, off_t offset, short type)
{
    struct flock range = { .l_type = type, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1 };

    return fcntl(file->file, F_SETLK, &range) == 0;
}

pid_t shared_file_holder(const struct shared_file *file, off_t offset)
{
    struct flock range = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1 };

    return fcntl(file->file, F_GETLK, &range) || range.l_type == F_UNLCK ? 0 : range.l_pid;
}

/* Judges FILE by its descriptor, and sets its other members unless it is foreign. */
static enum verdict judge_shared_file(const struct shared_file_name *name, struct shared_file *file)
{
    struct header expected = any_header, header;
    struct stat status;

    expected.key = name->key;
    if (fstat(file->file, &status) || !S_ISREG(status.st_mode) || status.st_uid != name->user) return FOREIGN;
    file->device = status.st_dev;
    file->inode = status.st_ino;
    if (status.st_nlink == 0) return GONE;
    if (status.st_nlink > 1 || (status.st_mode & 07777) != 0600 || status.st_size != SHARED_FILE_SIZE) return BROKEN;
    if (pread(file->file, &header, sizeof header, 0) != sizeof header || memcmp(&header, &expected, sizeof header) != 0)
        return BROKEN;
    return GOOD;
}

/* A container's /dev/shm can be so small that the header fits, and no process. A file system without a limit has no
   blocks. */
static bool has_room(int file)
{
    struct statvfs system;

    if (fstatvfs(file, &system) || !system.f_blocks || (uint64_t)system.f_bavail * system.f_frsize >= LEAST_ROOM)
        return true;
    errno = ENOSPC;
    return false;
}

/* Returns false with EEXIST if another process was faster. The file is written whole before it gets a name; without a name
   it leaves nothing behind when its maker is killed. It is sparse: a page takes room when it is written. If Linux refuses
   fchmod, the file usually has this mode all the same. */
static bool make_shared_file(const struct shared_file_name *name)
{
    struct header header = any_header;
    const struct shared_file new = { .file = open(name->folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600) };
    char self[64];
    bool made;
    int error;

    if (new.file < 0) return false;
    header.key = name->key;
    snprintf(self, sizeof self, "/proc/self/fd/%d", new.file);
    ignore_result(fchmod(new.file, 0600));
    made = has_room(new.file)
           && (!ftruncate(new.file, SHARED_FILE_SIZE) || shared_file_write(&new, SHARED_FILE_SIZE - 1, "", 1))
           && shared_file_write(&new, 0, &header, sizeof header)
           && linkat(AT_FDCWD, self, AT_FDCWD, name->path, AT_SYMLINK_FOLLOW) == 0;
    error = errno;
    close(new.file);
    errno = error;
    return made;
}

bool shared_file_is_named(const struct shared_file_name *name, const struct shared_file *file)
{
    struct stat named;

    return lstat(name->path, &named) == 0 && named.st_dev == file->device && named.st_ino == file->inode;
}

bool shared_file_has_name(const struct shared_file *file)
{
    struct stat status;

    return fstat(file->file, &status) == 0 && status.st_nlink;
}

/* Makes one attempt. False: it failed, and *AGAIN says whether another may succeed. By the lock this process counts as a
   user of the file; one that then finds the file removed came too late. Only one process may replace a broken file;
   otherwise a late one would delete its successor's. */
static bool attempt_to_open(const struct shared_file_name *name, struct shared_file *file, bool *again)
{
    const struct timespec moment = { .tv_nsec = 1000000 };
    enum verdict verdict;
    bool is_user;

    file->file = open(name->path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file->file < 0) {
        *again = errno == ENOENT && (make_shared_file(name) || errno == EEXIST);
        return false;
    }
    is_user = shared_file_lock(file, SHARED_LOCK_USER, F_RDLCK);
    verdict = judge_shared_file(name, file);
    *again = verdict != FOREIGN;
    if (verdict == GOOD && is_user) return true;
    /* The process that holds a lock is about to remove the file, but may have lost the processor. */
    if (verdict == GOOD || (verdict == BROKEN && !shared_file_lock(file, SHARED_LOCK_REPLACER, F_WRLCK)))
        nanosleep(&moment, NULL);
    else if (verdict == BROKEN && shared_file_is_named(name, file)) unlink(name->path);
    close(file->file);
    errno = verdict == FOREIGN ? EEXIST : EAGAIN;
    return false;
}

bool shared_file_name_set(struct shared_file_name *name, const char *folder, uid_t user, uint64_t key)
{
    const int length = snprintf(name->folder, sizeof name->folder, "%s", folder);

    name->key = key;
    name->user = user;
    name->is_folder_made = false;
    if (length < 0 || (size_t)length >= sizeof name->folder) return false;
    snprintf(name->path, sizeof name->path, "%s/cycletime-%d-%u-%016llx", name->folder, SHARED_FILE_VERSION, (unsigned)user,
             (unsigned long long)key);
    return true;
}

/* An attempt fails only because another process has succeeded, or removes the file; waits for the latter. A
   caller that failed before waits less, since a process that is stopped, or of ill will, may hold the lock for good. */
bool shared_file_open(const struct shared_file_name *name, bool has_failed, struct shared_file *file)
{
    const int attempts = has_failed ? LATER_ATTEMPTS : ATTEMPTS;
    bool again = file_limit_allows(SHARED_FILE_SIZE);
    int i;

    errno = EFBIG;
    if (again && name->is_folder_made && !folder_make_own(name->folder)) return false;
    for (i = 0; i < attempts && again; i++)
        if (attempt_to_open(name, file, &again)) return true;
    return false;
}

void shared_file_keep(const struct shared_file *file)
{
    const uint64_t until = linux_date() + KEPT_FOR;

    shared_file_write(file, KEPT_AT, &until, sizeof until);
}

bool shared_file_is_kept(const struct shared_file *file)
{
    const uint64_t now = linux_date();
    uint64_t until;

    return shared_file_read(file, KEPT_AT, &until, sizeof until) && until > now && until <= now + KEPT_FOR;
}

/* All users share the lock, so a process that gets it exclusively is the last user, and one that comes meanwhile does not
   get it. This process releases its share first: of two that end at once, each holding its share, neither would be the
   last. */
void shared_file_leave(const struct shared_file_name *name, const struct shared_file *file)
{
    shared_file_lock(file, SHARED_LOCK_USER, F_UNLCK);
    if (!shared_file_lock(file, SHARED_LOCK_USER, F_WRLCK)) return;
    if (!shared_file_is_kept(file) && shared_file_is_named(name, file)) unlink(name->path);
    shared_file_lock(file, SHARED_LOCK_USER, F_UNLCK);
}

/* Returns whether FILE is a shared file of a layout before this one, whose header began with the same three words. All
   layouts have the same locks. */
static bool is_older(struct shared_file *file, uint64_t version, uid_t user, uint64_t key)
{
    const uint64_t expected[] = { any_header.magic, version, key };
    uint64_t words[3];
    struct stat status;

    if (version >= SHARED_FILE_VERSION || fstat(file->file, &status) || !S_ISREG(status.st_mode)) return false;
    file->device = status.st_dev;
    file->inode = status.st_ino;
    return status.st_uid == user && status.st_nlink == 1 && shared_file_read(file, 0, words, sizeof words)
           && !memcmp(words, expected, sizeof words);
}

void shared_file_remove_unused(const char *folder, const char *name)
{
    unsigned long long key;
    struct shared_file_name whole;
    struct shared_file file;
    unsigned version, user;
    bool is_ours = false;
    int length = 0;

    if (sscanf(name, "cycletime-%u-%u-%16llx%n", &version, &user, &key, &length) != 3 || name[length]) return;
    if (user != own_user() || !shared_file_name_set(&whole, folder, user, key)) return;
    snprintf(whole.path, sizeof whole.path, "%s/%s", whole.folder, name);
    file.file = open(whole.path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file.file < 0) return;
    if (shared_file_lock(&file, SHARED_LOCK_USER, F_WRLCK) && !shared_file_is_kept(&file))
        is_ours =
            version == SHARED_FILE_VERSION ? judge_shared_file(&whole, &file) == GOOD : is_older(&file, version, user, key);
    if (is_ours && shared_file_is_named(&whole, &file)) unlink(whole.path);
    close(file.file);
}
