/* SPDX-License-Identifier: MIT */
/* The things that may have the shared file's name, and the changes that may happen to the file. */
#include "child.h"
#include "shared_test.h"
#include "unixlib/shared_file/job_totals.h"
#include "unixlib/shared_file/jobs.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/shared_file/shared_folders.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static ino_t inode(void)
{
    struct stat status;

    return lstat(path, &status) ? 0 : status.st_ino;
}

/* Opens the publisher. Returns whether the file is then another one than before. */
static bool opens_another_file(void)
{
    const ino_t before = inode();

    return open_publisher() && inode() != before;
}

/* Makes the file, and leaves it there. */
static bool make_file(void)
{
    const bool made = open_publisher();

    publisher_close(&publisher);
    return made;
}

static void assert_works(void)
{
    struct other other = begin(CHILD);

    assert_lives(CHILD, &other, 0);
    other_kill(&other);
}

static void assert_refused(void)
{
    answer = untouched;
    assert_false(open_publisher());
    assert_false(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_false(publisher_publish_times(&publisher, &SOME));
    assert_false(publisher_end(&publisher, SOME));
    assert_false(lookup_process(&publisher, CHILD, SPLIT, &answer));
    assert_memory_equal(&answer, &untouched, sizeof answer);
}

TEST_IN_FOLDER(the_file_is_private_and_sparse)
{
    struct stat status;

    umask(0);
    assert_true(open_publisher());
    assert_int_equal(lstat(path, &status), 0);
    assert_true(S_ISREG(status.st_mode));
    assert_int_equal(status.st_mode & 07777, 0600);
    assert_int_equal(status.st_uid, geteuid());
    assert_int_equal(status.st_size, SHARED_FILE_SIZE);
    assert_in_range(status.st_blocks * 512, 1, 16384);
    assert_true(fcntl(publisher.shared.files[publisher.shared.present].file, F_GETFD) & FD_CLOEXEC);
}

TEST_IN_FOLDER(a_mask_that_forbids_all_is_no_obstacle)
{
    umask(0777);
    assert_true(open_publisher());
    umask(022);
    assert_works();
}

TEST_IN_FOLDER(there_is_one_file)
{
    ino_t first;

    assert_true(make_file());
    first = inode();
    assert_true(open_publisher());
    assert_int_equal(inode(), first);
}

TEST_IN_FOLDER(the_last_user_removes_it_and_no_other)
{
    struct other one = begin(CHILD), two = begin(NEXT);

    assert_true(other_end(&one, SOME));
    assert_true(inode());
    assert_true(other_end(&two, SOME));
    assert_false(inode());
}

TEST_IN_FOLDER(the_last_user_that_leaves_the_file_there_lets_the_next_join_at_once)
{
    const struct other other = begin_child(CHILD, 8);
    const ino_t first = inode();

    assert_true(other_is_awaited(&other));
    assert_true(other_say_end(&other, SOME));
    assert_true(open_publisher());
    assert_int_equal(inode(), first);
}

/* Linux may take the processor away from the last user when it has the lock and has not removed the file yet. */
static void hold_the_lock_and_remove_the_file(int ready)
{
    const struct flock user = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1 << 30, .l_len = 1 };
    const int file = open(path, O_RDWR);

    if (file < 0 || fcntl(file, F_SETLK, &user) || write(ready, "", 1) != 1) _exit(1);
    usleep(20000);
    _exit(unlink(path) != 0);
}

TEST_IN_FOLDER(a_process_that_comes_while_the_last_user_removes_the_file_makes_the_next)
{
    int ready[2];
    pid_t child;
    char byte;

    assert_true(make_file());
    assert_int_equal(pipe(ready), 0);
    child = fork();
    if (!child) hold_the_lock_and_remove_the_file(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_true(open_publisher());
    assert_int_equal(exit_code_of(child), 0);
    assert_true(shared_files_present_is_named(&publisher.shared));
    close(ready[0]);
    close(ready[1]);
    assert_works();
}

TEST_IN_FOLDER(a_process_that_only_looks_is_a_user_too)
{
    struct other other;

    assert_true(open_publisher());
    other = begin(CHILD);
    assert_true(other_end(&other, SOME));
    assert_true(inode());
    assert_ended(CHILD, SOME, true);
}

TEST_IN_FOLDER(the_file_of_a_killed_process_is_used_and_removed_by_the_next)
{
    struct other other = begin(CHILD);
    const ino_t first = inode();

    other_kill(&other);
    assert_int_equal(inode(), first);
    other = begin(CHILD);
    assert_int_equal(inode(), first);
    other_end(&other, SOME);
    assert_false(inode());
}

TEST_IN_FOLDER(the_last_user_leaves_what_is_not_its_file)
{
    assert_true(open_publisher());
    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("another's", path), 0);
    assert_true(publisher_end(&publisher, SOME));
    assert_true(inode());
}

static void make_noise(char *noise, size_t size, unsigned seed)
{
    srandom(seed);
    while (size) noise[--size] = (char)random();
}

TEST_IN_FOLDER(a_file_of_ours_that_is_not_whole_is_replaced)
{
    static char noise[SHARED_FILE_SIZE];
    const size_t sizes[] = { 0, 1, 47, 128, sizeof noise - 1, sizeof noise };
    size_t i;

    make_noise(noise, sizeof noise, 4);
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fake_tree_write_bytes(&tree, path + strlen(tree.root), noise, sizes[i]);
        assert_true(opens_another_file());
        assert_works();
        publisher_close(&publisher);
        unlink(path);
    }
}

TEST_IN_FOLDER(a_file_of_another_length_is_replaced)
{
    const off_t sizes[] = { SHARED_FILE_SIZE - 1, SHARED_FILE_SIZE + 1, 40 };
    size_t i;

    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_true(make_file());
        assert_int_equal(truncate(path, sizes[i]), 0);
        assert_true(opens_another_file());
        publisher_close(&publisher);
    }
}

/* A process of another cycletime is at work in its own. */
TEST_IN_FOLDER(the_file_of_another_version_is_left_alone)
{
    char *const version = strrchr(path, '/') + strlen("/cycletime-"), own = *version;
    struct stat before, after;

    *version = own == '9' ? '8' : '9';
    fake_tree_write(&tree, path + strlen(tree.root), "another version's");
    assert_int_equal(lstat(path, &before), 0);
    assert_true(open_publisher());
    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_true(publisher_end(&publisher, SOME));
    assert_int_equal(lstat(path, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_int_equal(before.st_size, after.st_size);
    *version = own;
    assert_false(inode());
}

TEST_IN_FOLDER(a_file_of_another_prefix_or_version_is_replaced)
{
    char header[48];
    int word, file;

    for (word = 0; word < 6; word++) {
        assert_true(make_file());
        file = open(path, O_RDWR);
        assert_int_equal(pread(file, header, sizeof header, 0), sizeof header);
        header[word * 8]++;
        assert_int_equal(pwrite(file, header, sizeof header, 0), sizeof header);
        close(file);
        assert_true(opens_another_file());
        assert_works();
        publisher_close(&publisher);
        unlink(path);
    }
}

TEST_IN_FOLDER(a_file_that_others_can_open_is_replaced)
{
    char other_name[200];

    assert_true(make_file());
    assert_int_equal(chmod(path, 0666), 0);
    assert_true(opens_another_file());
    publisher_close(&publisher);
    snprintf(other_name, sizeof other_name, "%s/link", tree.root);
    assert_int_equal(link(path, other_name), 0);
    assert_true(opens_another_file());
    assert_works();
}

TEST_IN_FOLDER(noise_in_the_shared_file_is_nobody)
{
    static char noise[SHARED_FILE_SIZE];
    uint32_t id;

    assert_true(open_publisher());
    make_noise(noise, sizeof noise, 5);
    assert_int_equal(pwrite(shared_files_present(&publisher.shared)->file, noise, sizeof noise - 128, 128),
                     sizeof noise - 128);
    for (id = 0; id < 4096; id += 4) assert_false(find((struct process_identity){ id, 1, 0 }));
    assert_works();
}

TEST_IN_FOLDER(a_file_shortened_while_in_use_is_a_short_answer)
{
    struct other other;

    assert_true(open_publisher());
    other = begin(CHILD);
    assert_int_equal(truncate(path, 0), 0);
    assert_false(lookup_process(&publisher, CHILD, SPLIT, &answer));
    assert_true(other_publish(&other, SOME));
    assert_true(other_publish(&other, SOME));
    assert_int_equal(truncate(path, (off_t)SHARED_FILE_AT(slots[find_first_slot(0, CHILD.id)]) + 64), 0);
    assert_false(lookup_process(&publisher, CHILD, SPLIT, &answer));
    other_kill(&other);
    publisher_close(&publisher);
    assert_true(open_publisher());
    assert_works();
}

TEST_IN_FOLDER(a_folder_that_is_not_there_is_refused)
{
    assert_int_equal(rmdir(tree.root), 0);
    assert_refused();
    assert_int_equal(mkdir(tree.root, 0700), 0);
}

/* Mounts an empty folder over one of the machine's, for this process only. */
static void mount_over(const char *folder, const char *options, unsigned long flags)
{
    if (unshare(CLONE_NEWNS) || mount("none", "/", "", MS_REC | MS_PRIVATE, "")
        || mount("tmpfs", folder, "tmpfs", flags, options))
        SKIP_BECAUSE("no right to a mount namespace");
}

static char filler[160];

static void fill_up(void)
{
    static char bytes[4096];
    int file;

    snprintf(filler, sizeof filler, "%s/filler", tree.root);
    file = open(filler, O_WRONLY | O_CREAT, 0600);
    while (write(file, bytes, sizeof bytes) > 0);
    assert_int_equal(errno, ENOSPC);
    close(file);
}

TEST_IN_FOLDER(a_full_folder_is_refused_and_nothing_is_left_there)
{
    mount_over(tree.root, "size=128k", 0);
    fill_up();
    assert_refused();
    assert_false(inode());
    assert_int_equal(umount(tree.root), 0);
}

/* The first process reserves room for the usual ids of its prefix; a process of another id has no entry then. */
TEST_IN_FOLDER(a_file_in_a_folder_that_fills_up_goes_on)
{
    const struct process_identity late = { 4 * (SHARED_USUAL_SLOTS - 1), 5, 0 }, far = { 4 * SHARED_USUAL_SLOTS, 6, 0 };
    struct other one, two, three;

    mount_over(tree.root, "size=5m", 0);
    assert_true(open_publisher());
    one = begin(CHILD);
    fill_up();
    assert_true(other_publish(&one, SOME));
    two = begin(late);
    three = other_begin(KEY, far, 0);
    assert_false(three.claimed);
    other_kill(&three);
    assert_lives(CHILD, &one, 0);
    assert_lives(late, &two, 0);
    assert_true(other_end(&one, SOME));
    assert_ended(CHILD, SOME, true);
    other_kill(&two);
    publisher_close(&publisher);
    assert_int_equal(umount(tree.root), 0);
}

TEST_IN_FOLDER(the_times_of_ended_processes_are_kept_in_a_folder_that_fills_up)
{
    struct cpu_times descendants = NONE, in_job = NONE, before;
    struct other parent, child;
    uint64_t job;

    mount_over(tree.root, "size=5m", 0);
    assert_true(open_publisher());
    assert_true((job = job_begin(publisher_file_to_ask(&publisher))));
    parent = begin(PARENT);
    child = begin_child(CHILD, PARENT.id);
    assert_true(job_membership_set_job(publisher_file_to_ask(&publisher), CHILD, job));
    fill_up();
    assert_true(other_end(&child, SOME));
    assert_true(lookup_descendants(&publisher, PARENT, &descendants));
    assert_int_equal(total_of(descendants), total_of(SOME));
    assert_true(job_totals_read(&publisher, job, NULL, 0, &in_job, &before));
    assert_int_equal(total_of(in_job), total_of(SOME));
    other_kill(&parent);
    publisher_close(&publisher);
    assert_int_equal(umount(tree.root), 0);
}

TEST_IN_FOLDER(a_process_that_found_no_room_has_a_place_when_there_is_some)
{
    mount_over(tree.root, "size=5m", 0);
    fill_up();
    assert_false(open_publisher());
    assert_false(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_int_equal(unlink(filler), 0);
    usleep(20000); /* it is not tried again all the time */
    assert_true(publisher_publish_times(&publisher, &SOME));
    assert_true(find(CHILD));
    assert_int_equal(answer.linux_pid, getpid());
    publisher_close(&publisher);
    assert_int_equal(umount(tree.root), 0);
}

TEST_IN_FOLDER(a_folder_that_cannot_be_written_is_refused)
{
    mount_over(tree.root, "size=1m", MS_RDONLY);
    assert_refused();
    assert_int_equal(umount(tree.root), 0);
}

/* Linux kills a process that writes beyond its limit of file sizes. */
TEST_IN_FOLDER(a_user_whose_files_may_not_grow_goes_without)
{
    const struct rlimit none = { 0, RLIM_INFINITY }, nearly = { SHARED_FILE_SIZE - 1, RLIM_INFINITY },
                        enough = { SHARED_FILE_SIZE, RLIM_INFINITY };
    struct rlimit before;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    assert_refused();
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &nearly), 0);
    assert_refused();
    assert_false(inode());
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &enough), 0);
    assert_true(open_publisher());
    assert_works();
    publisher_close(&publisher);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);  /* the file is there, and may not be written */
    assert_refused();
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);  /* the test's own output may go to a file */
}

static void mount_shared_memory(unsigned long flags)
{
    mount_over("/dev/shm", "", flags);
    if (mount("tmpfs", "/mnt", "tmpfs", 0, "mode=700")) SKIP_BECAUSE("no right to a mount namespace");
    setenv("XDG_RUNTIME_DIR", "/mnt", 1);
}

static int is_there(const char *folder)
{
    char name[200];

    snprintf(name, sizeof name, "%s/%s", folder, strrchr(path, '/') + 1);
    return access(name, F_OK) == 0;
}

static int is_in_own_folder(void)
{
    char folder[40];

    snprintf(folder, sizeof folder, "/dev/shm/cycletime-%u", (unsigned)geteuid());
    return is_there(folder);
}

TEST_IN_FOLDER(without_shared_memory_the_runtime_folder_serves_else_the_prefix)
{
    setenv("WINEPREFIX", "/nowhere", 1);
    mount_shared_memory(MS_RDONLY);
    assert_true(publisher_open(&publisher, NULL, KEY));
    assert_true(is_there("/mnt"));
    publisher_close(&publisher);
    setenv("XDG_RUNTIME_DIR", "mnt", 1);
    assert_int_equal(chdir("/"), 0);
    assert_false(publisher_open(&publisher, NULL, KEY));
    unsetenv("XDG_RUNTIME_DIR");
    assert_false(publisher_open(&publisher, NULL, KEY));
    assert_int_equal(publisher.shared.refusal, EROFS);
    setenv("WINEPREFIX", "/mnt", 1);
    assert_true(publisher_open(&publisher, NULL, KEY));
    assert_true(is_there("/mnt"));
    umount("/dev/shm");
}

TEST_IN_FOLDER(shared_memory_serves_first)
{
    mount_shared_memory(0);
    assert_true(publisher_open(&publisher, NULL, KEY));
    assert_true(is_in_own_folder());
    assert_false(is_there("/mnt"));
    publisher_close(&publisher);
    umount("/dev/shm");
}

/* systemd removes a user's shared memory at logout, folders and all. */
TEST_IN_FOLDER(a_lost_folder_of_the_user_is_made_again)
{
    char folder[40];

    mount_shared_memory(0);
    assert_true(publisher_open(&publisher, NULL, KEY));
    snprintf(folder, sizeof folder, "/dev/shm/cycletime-%u", (unsigned)geteuid());
    assert_int_equal(unlink(publisher.shared.names[0].path), 0);
    assert_int_equal(rmdir(folder), 0);
    assert_non_null(publisher_file_to_ask(&publisher));
    assert_true(is_in_own_folder());
    publisher_close(&publisher);
    umount("/dev/shm");
}

/* Makes a file that no process uses, as a program of that version leaves it. Its name is put into `left`. */
static void leave_file_of(int64_t version, char left[200])
{
    int file;

    assert_true(make_file());
    snprintf(left, 200, "%s/cycletime-%d-%u-%016x", tree.root, (int)version, (unsigned)geteuid(), KEY);
    assert_int_equal(rename(path, left), 0);
    file = open(left, O_WRONLY | O_CLOEXEC);
    assert_int_equal(pwrite(file, &version, sizeof version, 8), sizeof version);
    close(file);
}

/* Removes what is unused among the files in the test's folder. */
static bool removes(const char *left)
{
    shared_file_remove_unused(tree.root, strrchr(left, '/') + 1);
    return access(left, F_OK) != 0;
}

TEST_IN_FOLDER(what_a_killed_program_left_is_removed_also_if_its_layout_is_older)
{
    const int64_t versions[] = { SHARED_FILE_VERSION, SHARED_FILE_VERSION - 1, SHARED_FILE_VERSION - 2 };
    char left[200];
    size_t i;

    for (i = 0; i < sizeof versions / sizeof *versions; i++) {
        leave_file_of(versions[i], left);
        assert_true(removes(left));
    }
}

TEST_IN_FOLDER(a_file_of_a_newer_layout_or_with_another_content_than_its_name_stays)
{
    char left[200], other[200];

    leave_file_of(SHARED_FILE_VERSION + 1, left);
    assert_false(removes(left));
    unlink(left);
    leave_file_of(SHARED_FILE_VERSION - 1, left);
    snprintf(other, sizeof other, "%s/cycletime-%d-%u-%016x", tree.root, SHARED_FILE_VERSION - 2, (unsigned)geteuid(), KEY);
    assert_int_equal(rename(left, other), 0);
    assert_false(removes(other));
    unlink(other);
}

static int hold_file(const char *left)
{
    const struct shared_file file = { .file = open(left, O_RDWR | O_CLOEXEC) };

    return shared_file_lock(&file, SHARED_LOCK_USER, F_RDLCK) ? 0 : CANNOT;
}

TEST_IN_FOLDER(a_file_of_an_older_layout_that_a_program_uses_stays)
{
    char left[200];
    int ready[2];
    pid_t child;

    leave_file_of(SHARED_FILE_VERSION - 1, left);
    assert_int_equal(pipe(ready), 0);
    child = fork();
    if (!child) {
        if (hold_file(left) || write(ready[1], "", 1) != 1) _exit(CANNOT);
        for (;;) pause();
    }
    assert_int_equal(read(ready[0], left + sizeof left - 1, 1), 1);
    assert_false(removes(left));
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(removes(left));
}

enum { SAME_KEY, OTHER_KEY, NO_KEY };

static int compare_keys(uint64_t outside)
{
    uint64_t key;

    if (!shared_key(&key)) return NO_KEY;
    return key == outside ? SAME_KEY : OTHER_KEY;
}

static int compare_keys_with_own_proc(uint64_t outside)
{
    uint64_t key;

    if (shared_key(&key)) return SAME_KEY; /* /proc has the numbers of the namespace without */
    return mount("proc", "/proc", "proc", 0, NULL) ? CANNOT : compare_keys(outside);
}

static int leave_pid_namespace(uint64_t outside)
{
    if (unshare(CLONE_NEWPID | CLONE_NEWNS) || mount("none", "/", "", MS_REC | MS_PRIVATE, "")) return CANNOT;
    return IN_CHILD(compare_keys_with_own_proc(outside));
}

/* Linux's numbers mean something else there. */
TEST_IN_FOLDER(another_pid_namespace_has_another_file)
{
    uint64_t outside;
    int key;

    setenv("WINEPREFIX", tree.root, 1);
    assert_true(shared_key(&outside));
    key = IN_CHILD(leave_pid_namespace(outside));
    if (key == CANNOT) SKIP_BECAUSE("no right to such surroundings");
    assert_int_equal(key, OTHER_KEY);
}

enum { NEW_TIME = 0x80 }; /* CLONE_NEWTIME, which older C libraries do not define */

static int leave_time_namespace(uint64_t outside)
{
    return unshare(NEW_TIME) ? CANNOT : IN_CHILD(compare_keys(outside));
}

/* The times at which Linux says that processes started cannot be compared with those outside. */
TEST_IN_FOLDER(another_time_namespace_has_another_file)
{
    uint64_t outside;
    int key;

    assert_true(shared_key(&outside));
    key = IN_CHILD(leave_time_namespace(outside));
    if (key == CANNOT) SKIP_BECAUSE("no right to a time namespace");
    assert_int_equal(key, OTHER_KEY);
}
