/* SPDX-License-Identifier: MIT */
/* The library's calls where nothing may be written, where there is no shared memory, and where Linux reports nothing: what
   needs none of that is answered all the same. */
#include "apart.h"
#include "child.h"
#include "linux_clocks.h"
#include "unix_call.h"
#include "unixlib/threads/thread_clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ID = 4, USED = 99 };

/* 0: all that a thread and a process ask about themselves is reported; else the line of what is not. */
#define EXPECT(status, number, arguments) do if (call(number, arguments) != (status)) return __LINE__; while (0)

static int ask_about_oneself(void)
{
    struct unixlib_version version = { .version = UNIXLIB_VERSION };
    struct unixlib_rate rate = { .cycles_per_second = RATE };
    struct unixlib_thread_begin begin = { .id = ID };
    struct unixlib_own_times own = { .creation = 0 };
    struct unixlib_thread thread = { .id = ID };
    struct unixlib_cycles cycles, process_cycles;
    struct unixlib_times times;
    const uint64_t before = own_ns();

    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_VERSION, &version);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_RATE, &rate);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_THREAD_BEGIN, &begin);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_OWN_THREAD_TIMES, &own);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_OWN_THREAD_CYCLES, &cycles);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_THREAD, &thread);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_PROCESS_CYCLES, &process_cycles);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_PROCESS_TIMES, &times);
    if (own.total < before || own.total > own_ns() || thread.state != UNIXLIB_THREAD_LIVE) return __LINE__;
    return times.total * 2 < process_cycles.value ? __LINE__ : 0;
}

static int ask_about_processes(int32_t begun, int32_t ended)
{
    struct unixlib_process_begin begin = { .id = ID, .creation = 132000000000000000 };
    struct unixlib_process process = { .id = ID, .creation = 132000000000000000 };

    EXPECT(begun, UNIXLIB_CALL_PROCESS_BEGIN, &begin);
    EXPECT(begun == UNIXLIB_DONE ? UNIXLIB_DONE : UNIXLIB_UNKNOWN, UNIXLIB_CALL_PROCESS, &process);
    thread_end();
    EXPECT(ended, UNIXLIB_CALL_PROCESS_END, NULL);
    return 0;
}

/* A machine of one's own, which only root can have; then nobody's rights. */
static int live_in(const char *hidden, unsigned long flags)
{
    if (unshare(CLONE_NEWNS) || mount("none", "/", "", MS_REC | MS_PRIVATE, "")) return CANNOT;
    if (hidden && mount("tmpfs", hidden, "tmpfs", flags, "")) return CANNOT;
    if (mount("/", "/", "", MS_BIND | MS_REMOUNT | MS_RDONLY, "")) return CANNOT;
    unsetenv("XDG_RUNTIME_DIR");
    setenv("WINEPREFIX", "/", 1);
    return chdir("/") || !become_stranger() ? CANNOT : 0;
}

static bool can_write(const char *folder)
{
    const int file = openat(AT_FDCWD, folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);

    if (file >= 0) close(file);
    return file >= 0;
}

/* Asserts the exit code of a process whose end no sanitizer watches: nobody may not watch. */
static void assert_lived(int line)
{
    if (line == CANNOT) SKIP_BECAUSE("no right to such surroundings");
    if (line) fail_msg("line %% 256 of what is not as it should be: %d", line);
}

#define run_aside(life) assert_lived(IN_CHILD(life))

/* Nothing can be shared. */
static int ask_without_sharing(void)
{
    const int line = ask_about_oneself();

    if (line) return line;
    if (call_processor() != UNIXLIB_DONE) return __LINE__;
    return ask_about_processes(UNIXLIB_FULL, UNIXLIB_FAILED);
}

static int live_without_writing(void)
{
    const int line = live_in("/dev/shm", MS_RDONLY);

    if (line) return line;
    if (can_write("/dev/shm") || can_write("/tmp") || can_write(".")) return __LINE__;
    return ask_without_sharing();
}

TEST(process_that_may_write_nowhere_gets_its_own_times_and_the_processors)
{
    run_aside(live_without_writing());
}

static int live_without_devices(void)
{
    const int line = live_in("/dev", 0);

    if (line) return line;
    return access("/dev/shm", F_OK) ? ask_without_sharing() : __LINE__;
}

TEST(where_there_is_no_shared_memory_all_else_is_reported)
{
    run_aside(live_without_devices());
}

/* Removes what is in a folder and is not a folder itself, and this user's folders there with all that is in them. */
static bool empty_folder(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    char below[512];
    int removed = 0;

    if (!folder) return false;
    while ((entry = readdir(folder))) {
        if (entry->d_name[0] == '.') continue;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (!unlink(below) || (empty_folder(below) && !rmdir(below))) removed++;
    }
    closedir(folder);
    return removed;
}

/* As many files as a process keeps open follow one another, while it asks about another process only. */
static int live_with_lost_files(void)
{
    struct unixlib_process stranger = { .id = ID + 4, .creation = 132000000000000000 };
    struct unixlib_other_thread own_thread = { .id = ID, .process = ID };
    struct unixlib_process_begin begin = { .id = ID, .creation = 132000000000000000 };
    struct unixlib_times times;
    int line = live_in("/dev/shm", 0), i;

    if (line || (line = ask_about_oneself())) return line;
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_PROCESS_BEGIN, &begin);
    for (i = 0; i < 4; i++) {
        if (!empty_folder("/dev/shm")) return __LINE__;
        EXPECT(UNIXLIB_UNKNOWN, UNIXLIB_CALL_PROCESS, &stranger);
    }
    usleep(30000);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_PROCESS_TIMES, &times);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_OTHER_THREAD, &own_thread);
    return 0;
}

TEST(threads_are_in_the_file_that_follows_any_number_of_lost_ones)
{
    run_aside(live_with_lost_files());
}

static int live_without_proc(void)
{
    int line = live_in("/proc", 0);

    if (line) return line;
    if ((line = ask_about_oneself())) return line;
    return call_processor() == UNIXLIB_UNKNOWN ? 0 : __LINE__;
}

TEST(where_linux_reports_nothing_the_clocks_do)
{
    run_aside(live_without_proc());
}

/* The time between the library's two readings makes its answer too small. */
static int ask_about_sleep(int64_t least, int64_t most)
{
    const uint64_t raw = read_ns(CLOCK_MONOTONIC_RAW), boot = read_ns(CLOCK_BOOTTIME);
    struct unixlib_clocks clocks, again;

    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_CLOCKS, &clocks);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_CLOCKS, &again);
    if (clocks.raw < raw || again.raw < clocks.raw || again.raw > read_ns(CLOCK_MONOTONIC_RAW)) return __LINE__;
    if (clocks.boot < boot || again.boot < clocks.boot || again.boot > read_ns(CLOCK_BOOTTIME)) return __LINE__;
    if ((int64_t)again.asleep > most || (int64_t)again.asleep < least - 1000000) return __LINE__;
    return again.asleep < clocks.asleep ? __LINE__ : 0;
}

/* To Linux a sleep is that its boot time is so much ahead of its monotonic time. */
static int live_after_a_day_of_sleep(void)
{
    enum { NEW_TIME = 0x80 };  /* CLONE_NEWTIME, Linux 5.6 */
    static const char day[] = "boottime 86400 0";
    int64_t asleep = 86400000000000, least = asleep + read_ns(CLOCK_BOOTTIME), most = asleep - read_ns(CLOCK_MONOTONIC);
    int offsets;

    least -= read_ns(CLOCK_MONOTONIC);
    most += read_ns(CLOCK_BOOTTIME);
    if (unshare(NEW_TIME) || (offsets = open("/proc/self/timens_offsets", O_WRONLY | O_CLOEXEC)) < 0) return CANNOT;
    if (write(offsets, day, sizeof day - 1) != sizeof day - 1) return CANNOT;
    return IN_CHILD(ask_about_sleep(least, most));
}

TEST(a_day_that_the_machine_slept_is_reported)
{
    run_aside(live_after_a_day_of_sleep());
}

static int expect_no_file(const char *refused)
{
    struct unixlib_shared shared = { .words = true };

    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_SHARED, &shared);
    if (shared.state != UNIXLIB_NOT_SHARED || shared.where[0] || !shared.why[0]) return __LINE__;
    return strcmp(shared.refused, refused) ? __LINE__ : 0;
}

TEST(a_process_whose_prefix_is_not_there_shares_nothing_and_says_so)
{
    run_aside(setenv("WINEPREFIX", "/nowhere", 1) ? CANNOT : expect_no_file("/nowhere"));
}

TEST(a_process_to_which_proc_shows_other_pids_shares_nothing_and_says_so)
{
    run_aside(unshare(CLONE_NEWPID) ? CANNOT : IN_CHILD(expect_no_file("/proc")));
}

/* From now on Linux refuses geteuid, as a sandbox does. The C library then returns the number of the error as the id. */
static bool refuse_user(int error)
{
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_geteuid, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = { sizeof steps / sizeof *steps, steps };

    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

/* Returns how many files in a folder and below have a name that begins or ends as those of user -ERROR do. */
static int count_files_of_no_user(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    char below[512];
    int count = 0;

    if (!folder) return 0;
    while ((entry = readdir(folder))) {
        if (entry->d_name[0] == '.') continue;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        count += strstr(entry->d_name, "-42949") != NULL;
        count += count_files_of_no_user(below);
    }
    closedir(folder);
    return count;
}

static int live_where_the_user_is_refused(int error)
{
    struct unixlib_process_begin begin = { .id = ID, .creation = 132000000000000000 };
    struct unixlib_rate rate = { .cycles_per_second = RATE };
    int line = live_in("/dev/shm", 0);

    if (line) return line;
    if (!refuse_user(error)) return CANNOT;
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_RATE, &rate);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_PROCESS_BEGIN, &begin);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_PROCESS_END, NULL);
    return count_files_of_no_user("/dev/shm") ? __LINE__ : 0;
}

TEST(where_linux_refuses_the_users_id_no_file_has_the_name_of_another_id)
{
    run_aside(live_where_the_user_is_refused(EPERM));
    run_aside(live_where_the_user_is_refused(ENOSYS));
}

static bool has_entries(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    bool has = false;

    if (!folder) return false;
    while ((entry = readdir(folder))) has |= entry->d_name[0] != '.';
    closedir(folder);
    return has;
}

/* The variable names a folder of the user `owner` with `mode`, in which this process may write, as root may. */
static int live_with_runtime_folder(uid_t owner, mode_t mode)
{
    struct unixlib_shared shared = { .words = true };

    if (geteuid()) return CANNOT;
    if (unshare(CLONE_NEWNS) || mount("none", "/", "", MS_REC | MS_PRIVATE, "")) return CANNOT;
    if (mount("tmpfs", "/dev/shm", "tmpfs", MS_RDONLY, "") || mount("tmpfs", "/mnt", "tmpfs", 0, "")) return CANNOT;
    if (mkdir("/mnt/run", 0700) || chown("/mnt/run", owner, owner) || chmod("/mnt/run", mode)) return CANNOT;
    if (mkdir("/mnt/prefix", 0700)) return CANNOT;
    setenv("XDG_RUNTIME_DIR", "/mnt/run", 1);
    setenv("WINEPREFIX", "/mnt/prefix", 1);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_SHARED, &shared);
    if (shared.state != UNIXLIB_SHARED_ELSEWHERE) return __LINE__;
    if (!strcmp(shared.where, "/mnt/prefix")) return has_entries("/mnt/run") ? __LINE__ : 0;
    return strcmp(shared.where, "/mnt/run") ? __LINE__ : USED;
}

TEST(a_runtime_folder_in_which_another_user_can_write_is_not_used)
{
    run_aside(live_with_runtime_folder(0, 0700) == USED ? 0 : __LINE__);
    run_aside(live_with_runtime_folder(STRANGER, 0700));
    run_aside(live_with_runtime_folder(0, 0777));
}

/* Another user has made `name` in /dev/shm, of the kind that `make` makes. */
static int live_with_a_taken_name(bool (*make)(const char *name))
{
    struct unixlib_shared shared = { .words = true };
    char name[64];
    int line;

    if (geteuid()) return CANNOT;
    if (unshare(CLONE_NEWNS) || mount("none", "/", "", MS_REC | MS_PRIVATE, "")) return CANNOT;
    if (mount("tmpfs", "/dev/shm", "tmpfs", 0, "") || mount("tmpfs", "/mnt", "tmpfs", 0, "")) return CANNOT;
    snprintf(name, sizeof name, "/dev/shm/cycletime-%u", (unsigned)geteuid());
    if (!make(name) || lchown(name, STRANGER, STRANGER)) return CANNOT;
    unsetenv("XDG_RUNTIME_DIR");
    setenv("WINEPREFIX", "/mnt", 1);
    EXPECT(UNIXLIB_DONE, UNIXLIB_CALL_SHARED, &shared);
    line = shared.state != UNIXLIB_SHARED_ELSEWHERE || strcmp(shared.where, "/mnt") ? __LINE__ : 0;
    if (!line && strcmp(shared.refused, name)) line = __LINE__;
    if (!line && strcmp(shared.why, "it is another user's")) line = __LINE__;
    return !line && (has_entries(name) || has_entries("/mnt/below")) ? __LINE__ : line;
}

static bool make_folder_for_all(const char *name)
{
    return !mkdir(name, 0777) && !chmod(name, 0777);
}

static bool make_link_to_folder(const char *name)
{
    return !mkdir("/mnt/below", 0777) && !symlink("/mnt/below", name);
}

static bool make_pipe(const char *name)
{
    return !mkfifo(name, 0666);
}

TEST(a_name_that_another_user_took_is_not_used_and_the_call_says_so)
{
    run_aside(live_with_a_taken_name(make_folder_for_all));
    run_aside(live_with_a_taken_name(make_link_to_folder));
    run_aside(live_with_a_taken_name(make_pipe));
}
