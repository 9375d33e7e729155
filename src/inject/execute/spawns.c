/* SPDX-License-Identifier: MIT */
/*
 * Replacements of posix_spawn and posix_spawnp, for the same purpose as those in executions.c. The C library's child does
 * the file actions, then executes the file by a function that cannot be replaced. A second try would do the actions again:
 * a file that one creates is there already, and a FIFO's reader has left. So the file is looked at before, in the folder
 * that the child will have after its actions. This costs a spawn three system calls, and a search in PATH one more for each
 * folder.
 *
 * Formats of Linux's own (binfmt_misc) take precedence. Where one may be for Windows programs, there is a second try.
 */
#include "inject/execute/refused_file.h"
#include "inject/preload/background.h"
#include "inject/preload/next_functions.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

/* How glibc keeps a list of actions (posix/spawn_int.h), since 2.29, which has the first of these. */
enum { CHANGES_FOLDER = 3, CHANGES_TO_DESCRIPTOR };

struct spawn_action {
    int kind;
    union {
        int file;
        const char *path;
        struct {
            int file;
            const char *path;
            int flags;
            mode_t mode;
        } opened;
    };
};

/* Returns whether this C library keeps its lists in that way, by a list with one action of each kind. */
static bool reads_lists(void)
{
    static const char path[] = ".";
    const struct spawn_action *list;
    posix_spawn_file_actions_t actions;
    bool reads = false;

    if (posix_spawn_file_actions_init(&actions)) return false;
    if (!posix_spawn_file_actions_addfchdir_np(&actions, STDERR_FILENO)
        && !posix_spawn_file_actions_addchdir_np(&actions, path) && actions.__used == 2) {
        list = (const void *)actions.__actions;
        reads = list[0].kind == CHANGES_TO_DESCRIPTOR && list[0].file == STDERR_FILENO && list[1].kind == CHANGES_FOLDER
                && !strcmp(list[1].path, path);
    }
    posix_spawn_file_actions_destroy(&actions);
    return reads;
}

/* Returns a descriptor of the folder in which the child will execute its file, or AT_FDCWD, or -1 if that is unknown. A
   descriptor that only an action opens does not lead to the child's folder here. */
static long open_folder(const posix_spawn_file_actions_t *actions)
{
    enum { UNKNOWN, READS, READS_NOT };
    static int known;
    const long flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    const struct spawn_action *action, *end;
    long folder = AT_FDCWD, before;

    if (!actions || !posix_spawn_file_actions_addchdir_np) return folder;
    if (!known) known = reads_lists() ? READS : READS_NOT;
    if (known == READS_NOT) return -1;
    for (action = (const void *)actions->__actions, end = action + actions->__used; action < end; action++) {
        if (action->kind != CHANGES_FOLDER && action->kind != CHANGES_TO_DESCRIPTOR) continue;
        before = folder;
        if (action->kind == CHANGES_FOLDER) folder = syscall(SYS_openat, folder, action->path, flags);
        else folder = syscall(SYS_openat, (long)action->file, ".", flags);
        if (before >= 0) syscall(SYS_close, before);
        if (folder < 0) return -1;
    }
    return folder;
}

/* Returns whether PATH is no folder, and this user may execute it. Behind PATH there is room for a slash. */
static bool may_execute(long folder, char *path)
{
    char *const end = path + strlen(path);
    bool is_folder;

    if (syscall(SYS_faccessat, folder, path, (long)X_OK)) return false;
    memcpy(end, "/", 2);
    is_folder = !syscall(SYS_faccessat, folder, path, (long)F_OK);
    *end = '\0';
    return !is_folder;
}

/* Returns whether the file of binfmt_misc describes a format that may be that of Windows programs. */
static bool is_format_of_windows(long formats, const char *name)
{
    const long file = syscall(SYS_openat, formats, name, (long)(O_RDONLY | O_CLOEXEC));
    char text[PLACE];
    long size;

    if (file < 0) return false;
    size = syscall(SYS_pread64, file, text, (long)sizeof text - 1, 0L, 0L);
    syscall(SYS_close, file);
    text[size > 0 ? size : 0] = '\0';
    return !strncmp(text, "enabled", 7) && (strstr(text, "\noffset 0\nmagic 4d5a") || strstr(text, "\nextension "));
}

static bool linux_may_run_windows_programs(void)
{
    const long formats =
        syscall(SYS_openat, (long)AT_FDCWD, "/proc/sys/fs/binfmt_misc", (long)(O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    _Alignas(struct dirent64) char entries[PLACE];
    const struct dirent64 *entry;
    bool has_one = false;
    long size, at;

    if (formats < 0) return false;
    while (!has_one && (size = syscall(SYS_getdents64, formats, entries, (long)sizeof entries)) > 0)
        for (at = 0; at < size && !has_one; at += entry->d_reclen) {
            entry = (const struct dirent64 *)(entries + at);
            has_one = is_format_of_windows(formats, entry->d_name);
        }
    syscall(SYS_close, formats);
    return has_one;
}

/* NAME is looked for in FOLDERS, which are "" if it is a path. The file that Linux would execute is the first that may be.
   SPAWN is the C library's function. */
static __attribute__((noinline)) int spawn_file(__typeof__(posix_spawn) *spawn, const char *folders, pid_t *child,
                                                const char *name, const posix_spawn_file_actions_t *actions,
                                                const posix_spawnattr_t *attributes, char *const *words,
                                                char *const *environment)
{
    const long folder = open_folder(actions);
    const int error_before = errno;
    char path[strlen(folders) + strlen(name) + 3], whole[sizeof path + FILE_ENDING];
    struct refused_file file;
    bool is_refused, is_whole;
    int error = ENOEXEC;

    do folders = search_put_candidate(path, folders, name);
    while (folders && !may_execute(folder, path));
    file.program.file.kind = FILE_FOREIGN;
    is_refused =
        refused_file_find(&file, folder, path, environment, next_functions.own_library) && may_execute(folder, path);
    is_whole = file.program.file.kind != FILE_UNREADABLE
               || !refused_file_complete_name(whole, folder, path, words, environment, next_functions.own_library);
    if (folder >= 0) syscall(SYS_close, folder);
    errno = error_before;
    if (!is_whole) return spawn_file(spawn, "", child, whole, actions, attributes, words, environment);
    if (!is_refused || linux_may_run_windows_programs())
        error = spawn(child, name, actions, attributes, words, environment);
    if (!is_refused || error != ENOEXEC) return error;
    char *all[refused_file_count_words(words)];
    refused_file_put_words(&file, words, all);
    return next_functions.posix_spawn(child, file.command, actions, attributes, all, environment);
}

static int spawn_server(pid_t *child, const char *path, const posix_spawnattr_t *attributes, char *const *words,
                        char *const *environment)
{
    posix_spawn_file_actions_t actions;
    char *with_option[3];
    int error = posix_spawn_file_actions_init(&actions);

    if (error) return error;
    background_leave_inherited(&actions, -1);
    words = background_server_words(words, with_option);
    error = next_functions.posix_spawn(child, path, &actions, attributes, words, environment);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

EXPORTED int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                         const posix_spawnattr_t *attributes, char *const *words, char *const *environment)
{
    if (!next_functions.posix_spawn) find_next_functions();
    if (!next_functions.posix_spawn) return ENOSYS;
    if (!actions && background_starts_server(path, words, __builtin_return_address(0)))
        return spawn_server(child, path, attributes, words, environment);
    if (!next_functions.own_library)
        return next_functions.posix_spawn(child, path, actions, attributes, words, environment);
    return spawn_file(next_functions.posix_spawn, "", child, path, actions, attributes, words, environment);
}

EXPORTED int posix_spawnp(pid_t *child, const char *name, const posix_spawn_file_actions_t *actions,
                          const posix_spawnattr_t *attributes, char *const *words, char *const *environment)
{
    if (!next_functions.posix_spawnp) find_next_functions();
    if (!next_functions.posix_spawnp) return ENOSYS;
    if (!next_functions.own_library)
        return next_functions.posix_spawnp(child, name, actions, attributes, words, environment);
    return spawn_file(next_functions.posix_spawnp, strrchr(name, '/') ? "" : search_folders(), child, name, actions,
                      attributes, words, environment);
}
