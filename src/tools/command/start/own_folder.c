/* SPDX-License-Identifier: MIT */
/* Makes a folder for the files of this command, the acknowledgement file among them, and removes those of commands that
   were killed. All are in a folder of the user's own: another user can fill /dev/shm or /tmp with names, so that listing
   them would take long. */
#include "tools/command/start/start.h"
#include "protocol/can_access.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/shared_folders.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/file.h>
#include <sys/stat.h>

#define BEGIN "cycletime-run-" /* of the folder's name */

/* Removes the folder NAME in the open folder PLACE, which is this user's, if no process has locked it. */
static void remove_unused(int place, const char *name)
{
    static const char *const files[] = { "ack", "size", "size.new", "stderr" };
    const int folder = openat(place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    size_t i;

    if (folder < 0) return;
    if (!flock(folder, LOCK_EX | LOCK_NB)) {
        for (i = 0; i < sizeof files / sizeof *files; i++) unlinkat(folder, files[i], 0);
        unlinkat(place, name, AT_REMOVEDIR);
    }
    close(folder);
}

/* PLACE may hold files of other users, which stay, if it is not OWN. */
static void remove_all_unused(const char *place, bool own)
{
    const struct dirent *entry;
    DIR *entries = opendir(place);

    while (entries && (entry = readdir(entries)))
        if (own && !strncmp(entry->d_name, BEGIN, strlen(BEGIN))) remove_unused(dirfd(entries), entry->d_name);
        else if (!strncmp(entry->d_name, "cycletime-", strlen("cycletime-")))
            shared_file_remove_unused(place, entry->d_name);
    if (entries) closedir(entries);
}

/* Locks the new folder PATH. Returns false if another command has removed it, or is just about to. Where Linux refuses the
   lock, or the file system has none, the folder is used all the same. */
static bool lock_new(const char *path, int *lock)
{
    *lock = leave_standard_streams(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if ((*lock < 0 || !flock(*lock, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK) && can_access(path, F_OK)) return true;
    if (*lock >= 0) close(*lock);
    *lock = -1;
    return false;
}

/* Makes and locks a folder for this command in PLACE. Returns its path, or NULL. */
static char *make_in(const char *place, int *lock)
{
    enum { ATTEMPTS = 100 };
    bool made = true;
    int attempt;
    char *path;

    for (attempt = 0; attempt < ATTEMPTS && made; attempt++) {
        path = format_text("%s/" BEGIN "XXXXXX", place);
        made = mkdtemp(path);
        if (made && lock_new(path, lock)) return path;
        free(path);
    }
    return NULL;
}

/* Where another user has taken the name of the user's own folder, the command's folder is beside it. It stays if this
   command is killed. Until version 1.1.0 shared files were beside the folder that later versions make. */
char *own_folder_make(int *lock)
{
    const char *const runtime = getenv("XDG_RUNTIME_DIR");
    const char *const places[] = { "/dev/shm", getenv("TMPDIR"), "/tmp",
                                   runtime && folder_is_own(runtime) ? runtime : NULL };
    char *own, *path = NULL;
    bool is_new;
    size_t i;

    *lock = -1;
    for (i = 0; i < sizeof places / sizeof *places && !path; i++) {
        if (!places[i] || *places[i] != '/') continue;
        own = format_text("%s/cycletime-%u", places[i], (unsigned)own_user());
        is_new = !folder_is_own(own);
        if (!is_new || folder_make_own(own)) {
            remove_all_unused(is_new ? places[i] : own, !is_new);
            path = make_in(own, lock);
        }
        if (!path) path = make_in(places[i], lock);
        free(own);
    }
    return path;
}

/* In a folder of its own: where everybody may make files, another user could take the name that the file gets later. */
char *hook_ack_make(int *lock)
{
    char *folder = own_folder_make(lock), *path;
    int file;

    if (!folder) return NULL;
    path = format_text("%s/ack", folder);
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0) close(file);
    else {
        rmdir(folder);
        free(path);
        path = NULL;
    }
    free(folder);
    return path;
}

bool hook_ack_has_come(char *path)
{
    bool has_begun;

    if (!path) return true;
    has_begun = unlink(path) != 0;
    *strrchr(path, '/') = '\0';
    rmdir(path);
    return has_begun;
}

char *hook_ack_of_outer(void)
{
    const char *const ack = run_words_parse(getenv("CYCLETIME_RUN")).ack;

    if (!ack
        || fnmatch("/*/" BEGIN "??????"
                   "/ack",
                   ack, 0))
        return NULL;
    return format_text("%s", ack);
}

/* The variable could name any file. So only a file like those that hook_ack_make makes is removed. */
void hook_ack_report_to(const char *outer)
{
    struct stat found;

    if (!outer || lstat(outer, &found) || !S_ISREG(found.st_mode) || found.st_uid != own_user() || found.st_size) return;
    unlink(outer);
}
