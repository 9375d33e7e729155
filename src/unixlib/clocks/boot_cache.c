/* SPDX-License-Identifier: MIT */
/* Facts that hold until the next boot, in a file, so that a process need not measure them again. */
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/shared_folders.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { BOOT_ID = 36, PATH = 4200 };

_Static_assert(sizeof(struct boot_cache_file) == 144, "the same in 32- and 64-bit processes");
_Static_assert(sizeof(((struct utsname *)0)->release) <= sizeof(((struct boot_cache_file *)0)->release),
               "a kernel's release");

/* Begins a content of this boot. False: Linux does not say which boot this is. */
static bool identify_boot(struct boot_cache_file *kept)
{
    const int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    struct utsname name;
    bool is_known;

    *kept = (struct boot_cache_file){ .magic = "CTboot1" };
    is_known = file >= 0 && read(file, kept->boot, BOOT_ID) == BOOT_ID;
    if (file >= 0) close(file);
    if (!is_known || uname(&name)) return false;
    memcpy(kept->release, name.release, strnlen(name.release, sizeof name.release));
    return true;
}

static bool name_boot_file(char path[PATH], const char *folder)
{
    const int length = snprintf(path, PATH, "%s/cycletime-boot-%u", folder, (unsigned)own_user());

    return length > 0 && length < PATH;
}

/* Returns false unless the file is a whole regular file that belongs to this user, that no other user may write, and that
   is of the same boot as OWN. */
static bool read_boot_file(const char *path, const struct boot_cache_file *own, struct boot_cache *facts)
{
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    struct boot_cache_file kept;
    struct stat status;
    bool is_read;

    if (file < 0) return false;
    is_read = !fstat(file, &status) && S_ISREG(status.st_mode) && status.st_uid == own_user()
              && (status.st_mode & 07777) == 0600 && status.st_nlink == 1 && status.st_size == sizeof kept
              && pread(file, &kept, sizeof kept, 0) == sizeof kept;
    close(file);
    if (!is_read || kept.sum != SUM_AFTER(0, &kept) || memcmp(&kept, own, offsetof(struct boot_cache_file, facts)) != 0
        || kept.facts.rate >> 34 || kept.facts.rewrites_area > 1)
        return false;
    *facts = kept.facts;
    return true;
}

void boot_cache_read(const char *folder, struct boot_cache *facts)
{
    struct shared_folders folders;
    struct boot_cache_file own;
    char path[PATH];
    int i;

    *facts = (struct boot_cache){ 0 };
    if (!identify_boot(&own)) return;
    shared_folders_find(&folders, folder);
    for (i = 0; i < folders.count; i++)
        if (shared_folder_prepare(&folders, i) && name_boot_file(path, folders.of[i]) && read_boot_file(path, &own, facts))
            return;
}

/* The file is whole before it has a name. A process that writes it at the same time has found out the same facts. An older
   file is removed only if it is this user's: root could remove another user's, but does not. */
static bool write_boot_file(const char *folder, const char *path, const struct boot_cache_file *kept)
{
    const int file = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    struct stat older;
    char self[64];
    bool done;

    if (file < 0) return false;
    snprintf(self, sizeof self, "/proc/self/fd/%d", file);
    done = !fchmod(file, 0600) && pwrite(file, kept, sizeof *kept, 0) == sizeof *kept
           && (!linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW)
               || (errno == EEXIST && !lstat(path, &older) && older.st_uid == own_user() && !unlink(path)
                   && !linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW)));
    close(file);
    return done;
}

void boot_cache_keep(const char *folder, const struct boot_cache *facts)
{
    struct shared_folders folders;
    struct boot_cache_file kept;
    char path[PATH];
    bool done = false;
    int i;

    if (!file_limit_allows(sizeof kept) || !identify_boot(&kept)) return;
    kept.facts = *facts;
    kept.sum = SUM_AFTER(0, &kept);
    shared_folders_find(&folders, folder);
    for (i = 0; i < folders.count && !done; i++)
        done = shared_folder_prepare(&folders, i) && name_boot_file(path, folders.of[i])
               && write_boot_file(folders.of[i], path, &kept);
}
