/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/shared_folders.h"
#include "protocol/arithmetic.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* The C library takes no notice of a refusal, and returns the kernel's answer: a negative error number, which is no user's
   id. */
uid_t own_user(void)
{
    enum { ERRORS = 4095 };
    const uid_t user = geteuid();
    struct stat self;

    return user >= (uid_t)-ERRORS && !stat("/proc/self", &self) ? self.st_uid : user;
}

bool folder_is_own(const char *path)
{
    struct stat found;

    return !lstat(path, &found) && S_ISDIR(found.st_mode) && found.st_uid == own_user()
           && !(found.st_mode & (S_IWGRP | S_IWOTH));
}

bool folder_make_own(const char *path)
{
    if (folder_is_own(path)) return true;
    return !mkdir(path, S_IRWXU) || (errno == EEXIST && folder_is_own(path));
}

/* `su` and `sudo -E` leave root with XDG_RUNTIME_DIR of another user, who can remove files there. */
void shared_folders_find(struct shared_folders *folders, const char *only)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");

    folders->count = 0;
    folders->user = own_user();
    snprintf(folders->own, sizeof folders->own, "/dev/shm/cycletime-%u", (unsigned)folders->user);
    folders->of[folders->count++] = only ? only : folders->own;
    if (only) return;
    if (runtime && *runtime == '/' && folder_is_own(runtime)) folders->of[folders->count++] = runtime;
    if (prefix_path(folders->prefix)) folders->of[folders->count++] = folders->prefix;
}

bool shared_folder_prepare(const struct shared_folders *folders, int number)
{
    return folders->of[number] != folders->own || folder_make_own(folders->own);
}

/* The inodes name the namespaces. Linux has no time namespaces before 5.6. */
bool shared_key(uint64_t *key)
{
    char number[24], self[24];
    const ssize_t length = readlink("/proc/self", self, sizeof self);
    struct stat pids, times;

    snprintf(number, sizeof number, "%d", (int)getpid());
    if (length < 0 || (size_t)length != strlen(number) || memcmp(self, number, (size_t)length) != 0) return false;
    if (stat("/proc/self/ns/pid", &pids)) return false;
    if (stat("/proc/self/ns/time", &times)) times.st_ino = 0;
    *key = spread_bits(spread_bits(pids.st_ino) ^ times.st_ino);
    return pids.st_ino;
}

bool prefix_identity(uint64_t *identity)
{
    char path[PREFIX_PATH];
    struct stat found;

    if (!prefix_path(path) || stat(path, &found)) return false;
    *identity = spread_bits(spread_bits((uint64_t)found.st_dev) ^ (uint64_t)found.st_ino);
    return true;
}

bool file_limit_allows(uint64_t size)
{
    struct rlimit64 limit;

    return getrlimit64(RLIMIT_FSIZE, &limit) || limit.rlim_cur >= size;
}
