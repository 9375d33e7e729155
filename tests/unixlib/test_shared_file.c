/* SPDX-License-Identifier: MIT */
/* The things that may have the shared file's name, and the changes that may happen to the file. */
#include "apart.h"
#include "fake_tree.h"
#include "other.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/shared_file/shared_folders.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEY = 7 };
static const struct process_identity CHILD = { 0x124, 132000000000000000, 0 };
static const struct cpu_times SOME = { 1000, 500 };
static struct fake_tree tree;
static struct publisher publisher;
static struct lookup_answer answer;
static char path[160];

static int set_up(void **state)
{
    (void)state;
    tree = fake_tree_make();
    snprintf(path, sizeof path, "%s/cycletime-%d-%u-%016x", tree.root, SHARED_FILE_VERSION, (unsigned)geteuid(), KEY);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    publisher_close(&publisher);
    fake_tree_remove(&tree);
    return 0;
}

static bool open_publisher(void)
{
    return publisher_open(&publisher, tree.root, KEY);
}

static ino_t inode(void)
{
    struct stat status;

    return lstat(path, &status) ? 0 : status.st_ino;
}

static void assert_works(void)
{
    struct other other;
    bool claimed;

    other = other_begin(tree.root, KEY, CHILD, &claimed);
    assert_true(claimed);
    assert_true(lookup_process(&publisher, CHILD, NOW, &answer));
    assert_int_equal(answer.linux_pid, other.pid);
    other_kill(&other);
}

static void assert_refused(void)
{
    struct lookup_answer untouched;

    memset(&untouched, 0xCC, sizeof untouched);
    answer = untouched;
    assert_false(open_publisher());
    assert_false(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_false(publisher_publish_times(&publisher, SOME));
    assert_false(publisher_end(&publisher, SOME));
    assert_false(lookup_process(&publisher, CHILD, SPLIT, &answer));
    assert_memory_equal(&answer, &untouched, sizeof answer);
}

TEST_BETWEEN(set_up, tear_down, the_file_is_private_and_sparse)
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
    assert_true(fcntl(publisher.files[publisher.present].file, F_GETFD) & FD_CLOEXEC);
}

TEST_BETWEEN(set_up, tear_down, a_mask_that_forbids_all_is_no_obstacle)
{
    umask(0777);
    assert_true(open_publisher());
    umask(022);
    assert_works();
}

TEST_BETWEEN(set_up, tear_down, there_is_one_file)
{
    ino_t first;

    assert_true(open_publisher());
    first = inode();
    publisher_close(&publisher);
    assert_true(open_publisher());
    assert_int_equal(inode(), first);
}

TEST_BETWEEN(set_up, tear_down, the_last_user_removes_it_and_no_other)
{
    bool claimed;
    struct other one = other_begin(tree.root, KEY, CHILD, &claimed), two;

    two = other_begin(tree.root, KEY, (struct process_identity){ 8, 8, 0 }, &claimed);
    assert_true(claimed);
    assert_true(other_end(&one, SOME));
    assert_true(inode());
    assert_true(other_end(&two, SOME));
    assert_false(inode());
}

TEST_BETWEEN(set_up, tear_down, the_last_user_that_leaves_the_file_there_lets_the_next_join_at_once)
{
    bool claimed, knows;
    struct other other = other_begin_child(tree.root, KEY, CHILD, 8, &claimed);
    ino_t first = inode();

    knows = other_is_awaited(&other);
    assert_true(claimed && knows);
    assert_true(other_say_end(&other, SOME));
    assert_true(open_publisher());
    assert_int_equal(inode(), first);
    other_kill(&other);
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

TEST_BETWEEN(set_up, tear_down, a_process_that_comes_while_the_last_user_removes_the_file_makes_the_next)
{
    int ready[2], status;
    pid_t child;
    char byte;

    assert_true(open_publisher());
    publisher_close(&publisher);
    assert_int_equal(pipe(ready), 0);
    child = fork();
    if (!child) hold_the_lock_and_remove_the_file(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_true(open_publisher());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(shared_files_present_is_named(&publisher));
    close(ready[0]);
    close(ready[1]);
    assert_works();
}

TEST_BETWEEN(set_up, tear_down, who_only_looks_is_a_user_too)
{
    bool claimed;
    struct other other;

    assert_true(open_publisher());
    other = other_begin(tree.root, KEY, CHILD, &claimed);
    assert_true(other_end(&other, SOME));
    assert_true(inode());
    assert_true(lookup_process(&publisher, CHILD, NOW, &answer));
    assert_int_equal(answer.times.user, SOME.user);
}

TEST_BETWEEN(set_up, tear_down, the_file_of_a_killed_process_is_used_and_removed_by_the_next)
{
    bool claimed;
    struct other other = other_begin(tree.root, KEY, CHILD, &claimed);
    ino_t first = inode();

    other_kill(&other);
    assert_int_equal(inode(), first);
    other = other_begin(tree.root, KEY, CHILD, &claimed);
    assert_true(claimed);
    assert_int_equal(inode(), first);
    other_end(&other, SOME);
    assert_false(inode());
}

TEST_BETWEEN(set_up, tear_down, the_last_user_leaves_what_is_not_its_file)
{
    assert_true(open_publisher());
    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("another's", path), 0);
    assert_true(publisher_end(&publisher, SOME));
    assert_true(inode());
}

TEST_BETWEEN(set_up, tear_down, a_file_of_ours_that_is_not_whole_is_replaced)
{
    static char noise[SHARED_FILE_SIZE];
    const size_t sizes[] = { 0, 1, 47, 128, sizeof noise - 1, sizeof noise };
    size_t i, byte;
    ino_t broken;

    srandom(4);
    for (byte = 0; byte < sizeof noise; byte++) noise[byte] = (char)random();
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fake_tree_write_bytes(&tree, path + strlen(tree.root), noise, sizes[i]);
        broken = inode();
        assert_true(open_publisher());
        assert_int_not_equal(inode(), broken);
        assert_works();
        publisher_close(&publisher);
        unlink(path);
    }
}

TEST_BETWEEN(set_up, tear_down, a_file_of_another_length_is_replaced)
{
    const off_t sizes[] = { SHARED_FILE_SIZE - 1, SHARED_FILE_SIZE + 1, 40 };
    ino_t broken;
    size_t i;

    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_true(open_publisher());
        publisher_close(&publisher);
        assert_int_equal(truncate(path, sizes[i]), 0);
        broken = inode();
        assert_true(open_publisher());
        assert_int_not_equal(inode(), broken);
        publisher_close(&publisher);
    }
}

/* A process of another cycletime is at work in its own. */
TEST_BETWEEN(set_up, tear_down, the_file_of_another_version_is_left_alone)
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

TEST_BETWEEN(set_up, tear_down, a_file_of_another_prefix_or_version_is_replaced)
{
    char header[48];
    int word;
    int file;

    for (word = 0; word < 6; word++) {
        assert_true(open_publisher());
        assert_int_equal(pread(publisher.files[publisher.present].file, header, sizeof header, 0), sizeof header);
        publisher_close(&publisher);
        header[word * 8]++;
        file = open(path, O_WRONLY);
        assert_int_equal(write(file, header, sizeof header), sizeof header);
        close(file);
        const ino_t broken = inode();
        assert_true(open_publisher());
        assert_int_not_equal(inode(), broken);
        assert_works();
        publisher_close(&publisher);
        unlink(path);
    }
}

TEST_BETWEEN(set_up, tear_down, a_file_that_others_can_open_is_replaced)
{
    char other_name[200];
    ino_t broken;

    assert_true(open_publisher());
    publisher_close(&publisher);
    assert_int_equal(chmod(path, 0666), 0);
    broken = inode();
    assert_true(open_publisher());
    assert_int_not_equal(inode(), broken);
    publisher_close(&publisher);
    snprintf(other_name, sizeof other_name, "%s/link", tree.root);
    assert_int_equal(link(path, other_name), 0);
    broken = inode();
    assert_true(open_publisher());
    assert_int_not_equal(inode(), broken);
    assert_works();
}

TEST_BETWEEN(set_up, tear_down, noise_in_the_shared_file_is_nobody)
{
    static char noise[SHARED_FILE_SIZE];
    uint32_t id;
    size_t byte;

    assert_true(open_publisher());
    srandom(5);
    for (byte = 0; byte < sizeof noise; byte++) noise[byte] = (char)random();
    assert_int_equal(pwrite(publisher.files[publisher.present].file, noise, sizeof noise - 128, 128), sizeof noise - 128);
    for (id = 0; id < 4096; id += 4)
        assert_false(lookup_process(&publisher, (struct process_identity){ id, 1, 0 }, NOW, &answer));
    assert_works();
}

TEST_BETWEEN(set_up, tear_down, a_file_shortened_while_in_use_is_a_short_answer)
{
    bool claimed;
    struct other other;

    assert_true(open_publisher());
    other = other_begin(tree.root, KEY, CHILD, &claimed);
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

TEST_BETWEEN(set_up, tear_down, a_name_that_leads_elsewhere_is_refused)
{
    char target[200];

    snprintf(target, sizeof target, "%s/target", tree.root);
    fake_tree_write(&tree, "/target", "mine");
    assert_int_equal(symlink(target, path), 0);
    assert_refused();
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("nowhere", path), 0);
    assert_refused();
    assert_int_equal(unlink(path), 0);
    assert_true(open_publisher());
    publisher_close(&publisher);
    assert_int_equal(rename(path, target), 0);
    assert_int_equal(symlink(target, path), 0);
    assert_refused();
}

TEST_BETWEEN(set_up, tear_down, what_is_no_file_is_refused)
{
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused();
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_refused();
}

TEST_BETWEEN(set_up, tear_down, somebody_elses_file_is_refused)
{
    ino_t first;

    if (geteuid()) SKIP_BECAUSE("only root can be two users");
    assert_true(open_publisher());
    publisher_close(&publisher);
    first = inode();
    assert_int_equal(chown(path, 65534, 65534), 0);
    assert_refused();
    assert_int_equal(inode(), first);
}

TEST_BETWEEN(set_up, tear_down, a_folder_that_is_not_there_is_refused)
{
    assert_int_equal(rmdir(tree.root), 0);
    assert_refused();
    assert_int_equal(mkdir(tree.root, 0700), 0);
}

static void mount_over(const char *options, unsigned long flags)
{
    if (unshare(CLONE_NEWNS) || mount("none", "/", "", MS_REC | MS_PRIVATE, ""))
        SKIP_BECAUSE("no right to a mount namespace");
    if (mount("tmpfs", tree.root, "tmpfs", flags, options)) SKIP_BECAUSE("no right to a mount namespace");
}

static void fill_up(void)
{
    static char filler[4096];
    char name[160];
    int file;

    snprintf(name, sizeof name, "%s/filler", tree.root);
    file = open(name, O_WRONLY | O_CREAT, 0600);
    while (write(file, filler, sizeof filler) > 0);
    assert_int_equal(errno, ENOSPC);
    close(file);
}

TEST_BETWEEN(set_up, tear_down, a_full_folder_is_refused_and_nothing_is_left_there)
{
    mount_over("size=128k", 0);
    fill_up();
    assert_refused();
    assert_false(inode());
    assert_int_equal(umount(tree.root), 0);
}

/* The first process reserves room for the usual ids of its prefix; a process of another id has no entry then. */
TEST_BETWEEN(set_up, tear_down, a_file_in_a_folder_that_fills_up_goes_on)
{
    const struct process_identity late = { 4 * (SHARED_USUAL_SLOTS - 1), 5, 0 }, far = { 4 * SHARED_USUAL_SLOTS, 6, 0 };
    struct other one, two, three;
    bool claimed;

    mount_over("size=5m", 0);
    assert_true(open_publisher());
    one = other_begin(tree.root, KEY, CHILD, &claimed);
    assert_true(claimed);
    fill_up();
    assert_true(other_publish(&one, SOME));
    two = other_begin(tree.root, KEY, late, &claimed);
    assert_true(claimed);
    three = other_begin(tree.root, KEY, far, &claimed);
    assert_false(claimed);
    other_kill(&three);
    assert_true(lookup_process(&publisher, CHILD, NOW, &answer));
    assert_int_equal(answer.linux_pid, one.pid);
    assert_true(lookup_process(&publisher, late, NOW, &answer));
    assert_int_equal(answer.linux_pid, two.pid);
    assert_true(other_end(&one, SOME));
    assert_true(lookup_process(&publisher, CHILD, NOW, &answer));
    assert_int_equal(answer.times.user, SOME.user);
    other_kill(&two);
    publisher_close(&publisher);
    assert_int_equal(umount(tree.root), 0);
}

TEST_BETWEEN(set_up, tear_down, who_found_no_room_has_a_place_when_there_is_some)
{
    char filler[160];

    mount_over("size=5m", 0);
    fill_up();
    assert_false(open_publisher());
    assert_false(publisher_claim(&publisher, CHILD, 0, SOME));
    snprintf(filler, sizeof filler, "%s/filler", tree.root);
    assert_int_equal(unlink(filler), 0);
    usleep(20000); /* it is not tried again all the time */
    assert_true(publisher_publish_times(&publisher, SOME));
    assert_true(lookup_process(&publisher, CHILD, NOW, &answer));
    assert_int_equal(answer.linux_pid, getpid());
    publisher_close(&publisher);
    assert_int_equal(umount(tree.root), 0);
}

TEST_BETWEEN(set_up, tear_down, a_folder_that_cannot_be_written_is_refused)
{
    mount_over("size=1m", MS_RDONLY);
    assert_refused();
    assert_int_equal(umount(tree.root), 0);
}

/* Linux kills a process that writes beyond its limit of file sizes. */
TEST_BETWEEN(set_up, tear_down, a_user_whose_files_may_not_grow_goes_without)
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

/* Other folders in place of the machine's own, for this process only. */
static void mount_shared_memory(unsigned long flags)
{
    if (unshare(CLONE_NEWNS) || mount("none", "/", "", MS_REC | MS_PRIVATE, ""))
        SKIP_BECAUSE("no right to a mount namespace");
    if (mount("tmpfs", "/dev/shm", "tmpfs", flags, "") || mount("tmpfs", "/mnt", "tmpfs", 0, ""))
        SKIP_BECAUSE("no right to a mount namespace");
    setenv("XDG_RUNTIME_DIR", "/mnt", 1);
}

static int is_there(const char *folder)
{
    char name[200];

    snprintf(name, sizeof name, "%s/%s", folder, strrchr(path, '/') + 1);
    return access(name, F_OK) == 0;
}

TEST_BETWEEN(set_up, tear_down, without_shared_memory_the_runtime_folder_serves_else_the_prefix)
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
    assert_int_equal(publisher.refusal, EROFS);
    setenv("WINEPREFIX", "/mnt", 1);
    assert_true(publisher_open(&publisher, NULL, KEY));
    assert_true(is_there("/mnt"));
    umount("/dev/shm");
}

TEST_BETWEEN(set_up, tear_down, shared_memory_serves_first)
{
    mount_shared_memory(0);
    assert_true(publisher_open(&publisher, NULL, KEY));
    assert_true(is_there("/dev/shm"));
    assert_false(is_there("/mnt"));
    publisher_close(&publisher);
    umount("/dev/shm");
}

enum { CANNOT = 77, SAME, NONE, OTHER };

static int compare_keys(uint64_t outside)
{
    uint64_t key;

    if (shared_key(&key)) return SAME; /* /proc has the numbers of the namespace without */
    if (mount("proc", "/proc", "proc", 0, NULL)) return CANNOT;
    if (!shared_key(&key)) return NONE;
    return key == outside ? SAME : OTHER;
}

static int leave_pid_namespace(uint64_t outside)
{
    int status;
    pid_t child;

    if (unshare(CLONE_NEWPID | CLONE_NEWNS) || mount("none", "/", "", MS_REC | MS_PRIVATE, "")) return CANNOT;
    child = fork();
    if (!child) _exit(compare_keys(outside));
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : NONE;
}

/* Linux' numbers mean something else there. */
TEST_BETWEEN(set_up, tear_down, another_pid_namespace_has_another_file)
{
    uint64_t outside;
    int status;
    pid_t child;

    setenv("WINEPREFIX", tree.root, 1);
    assert_true(shared_key(&outside));
    child = fork();
    if (!child) _exit(leave_pid_namespace(outside));
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WEXITSTATUS(status) == CANNOT) SKIP_BECAUSE("no right to such surroundings");
    assert_int_equal(WEXITSTATUS(status), OTHER);
}

enum { NEW_TIME = 0x80 }; /* CLONE_NEWTIME, which older C libraries do not define */

static int compare_key_to(uint64_t outside)
{
    uint64_t key;

    if (!shared_key(&key)) return NONE;
    return key == outside ? SAME : OTHER;
}

static int leave_time_namespace(uint64_t outside)
{
    int status;
    pid_t child;

    if (unshare(NEW_TIME)) return CANNOT;
    child = fork();
    if (!child) _exit(compare_key_to(outside));
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : NONE;
}

/* The times at which Linux says that processes started cannot be compared with those outside. */
TEST_BETWEEN(set_up, tear_down, another_time_namespace_has_another_file)
{
    uint64_t outside;
    int status;
    pid_t child;

    assert_true(shared_key(&outside));
    child = fork();
    if (!child) _exit(leave_time_namespace(outside));
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WEXITSTATUS(status) == CANNOT) SKIP_BECAUSE("no right to a time namespace");
    assert_int_equal(WEXITSTATUS(status), OTHER);
}
