/* SPDX-License-Identifier: MIT */
/* Another user of the machine, who may write in the folder as everybody may, and gains nothing by it but silence: the
   file is not opened, nothing waits, what is the other's stays as it was. And one's own file, written by a madman. */
#include "apart.h"
#include "fake_tree.h"
#include "other.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KEY = 7, STRANGER = 65534 };
static const struct process_identity CHILD = { 0x124, 132000000000000000, 0 };
static const struct cpu_times SOME = { 1000, 500 };
static struct fake_tree tree;
static struct publisher publisher;
static struct lookup_answer answer;
static char path[160], beside[160];

static int set_up(void **state)
{
    (void)state;
    tree = fake_tree_make();
    snprintf(path, sizeof path, "%s/cycletime-%d-%u-%016x", tree.root, SHARED_FILE_VERSION, (unsigned)geteuid(), KEY);
    snprintf(beside, sizeof beside, "%s/beside", tree.root);
    return chmod(tree.root, 01777);
}

static int tear_down(void **state)
{
    (void)state;
    publisher_close(&publisher);
    fake_tree_remove(&tree);
    return 0;
}

/* Runs ACT as the other user, in a process of its own; only root can be two users. */
static void as_stranger(bool (*act)(void))
{
    int status;
    pid_t child;

    if (geteuid()) SKIP_BECAUSE("only root can be two users");
    child = fork();
    if (!child) _exit(setresgid(STRANGER, STRANGER, STRANGER) || setresuid(STRANGER, STRANGER, STRANGER) || !act());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void assert_silence(void)
{
    struct lookup_answer untouched;
    struct stat before, after;

    memset(&untouched, 0xcc, sizeof untouched);
    answer = untouched;
    assert_int_equal(lstat(path, &before), 0);
    assert_false(publisher_open(&publisher, tree.root, KEY));
    assert_false(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_false(lookup_process(&publisher, CHILD, SPLIT, &answer));
    assert_memory_equal(&answer, &untouched, sizeof answer);
    assert_int_equal(lstat(path, &after), 0);
    assert_true(before.st_ino == after.st_ino && before.st_size == after.st_size && before.st_mode == after.st_mode);
    assert_true(before.st_mtim.tv_nsec == after.st_mtim.tv_nsec && before.st_mtim.tv_sec == after.st_mtim.tv_sec);
}

/* Makes a file like ours, writable by everyone, full of noise. */
static bool make_file(void)
{
    static char noise[SHARED_FILE_SIZE];
    const int file = open(path, O_RDWR | O_CREAT | O_EXCL, 0666);

    memset(noise, 0x55, sizeof noise);
    return file >= 0 && !fchmod(file, 0666) && write(file, noise, sizeof noise) == sizeof noise;
}

static bool make_link_to_a_file(void)
{
    return !symlink(beside, path);
}

static bool make_pipe(void)
{
    return !mkfifo(path, 0666);
}

static bool make_folder(void)
{
    return !mkdir(path, 0777);
}

TEST_BETWEEN(set_up, tear_down, a_file_of_another_user_is_left_alone)
{
    as_stranger(make_file);
    assert_silence();
}

TEST_BETWEEN(set_up, tear_down, a_link_of_another_user_is_not_followed)
{
    char text[8];
    int file;

    fake_tree_write(&tree, "/beside", "mine");
    as_stranger(make_link_to_a_file);
    assert_silence();
    file = open(beside, O_RDONLY);
    assert_int_equal(read(file, text, sizeof text), 4);
    assert_memory_equal(text, "mine", 4);
    close(file);
}

TEST_BETWEEN(set_up, tear_down, a_pipe_of_another_user_makes_nobody_wait)
{
    as_stranger(make_pipe);
    assert_silence();
}

TEST_BETWEEN(set_up, tear_down, a_folder_of_another_user_is_left_alone)
{
    as_stranger(make_folder);
    assert_silence();
}

TEST_BETWEEN(set_up, tear_down, a_second_name_of_another_users_file_is_left_alone)
{
    if (geteuid()) SKIP_BECAUSE("only root can be two users");
    fake_tree_write(&tree, "/beside", "another's");
    assert_int_equal(chown(beside, STRANGER, STRANGER), 0);
    assert_int_equal(link(beside, path), 0);
    assert_silence();
}

TEST_BETWEEN(set_up, tear_down, a_device_is_left_alone)
{
    if (geteuid() || mknod(path, S_IFCHR | 0600, makedev(1, 5))) SKIP_BECAUSE("no right to make a device");
    assert_silence();
}

static bool cannot_touch(void)
{
    const struct flock range = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1 << 30, .l_len = 0 };
    const int reading = open(path, O_RDONLY), writing = open(path, O_WRONLY), own = open(beside, O_RDWR | O_CREAT, 0600);

    return reading < 0 && writing < 0 && truncate(path, 0) && chmod(path, 0666) && unlink(path) && rename(path, beside)
           && own >= 0 && rename(beside, path) && !fcntl(own, F_SETLK, &range);
}

TEST_BETWEEN(set_up, tear_down, another_user_can_neither_read_nor_write_nor_remove_the_file)
{
    bool claimed;
    struct other other;

    if (geteuid()) SKIP_BECAUSE("only root can be two users");
    other = other_begin(tree.root, KEY, CHILD, &claimed);
    assert_true(claimed);
    as_stranger(cannot_touch);
    assert_true(publisher_open(&publisher, tree.root, KEY));
    assert_true(lookup_process(&publisher, CHILD, NOW, &answer));
    assert_int_equal(answer.linux_pid, other.pid);
    other_kill(&other);
}

/* An entry that a process of this user's has forged, for one of root's that lives. */
static bool is_not_measured_by_the_clock_of_root(void)
{
    struct entry entry = { .process = { .id = CHILD.id, .created = CHILD.created, .begun = UINT64_MAX, .pid = 1 },
                           .published = { .times = SOME } };

    if (!publisher_open(&publisher, tree.root, KEY)) return false;
    entry.slot = find_first_slot(0, CHILD.id);
    if (!entry_open(publisher_file_to_ask(&publisher), &entry)) return false;
    if (lookup_process(&publisher, CHILD, NOW, &answer)) return false;
    return lookup_process(&publisher, CHILD, OVER, &answer) && answer.times.user == SOME.user && !answer.linux_pid;
}

TEST_BETWEEN(set_up, tear_down, an_entry_that_names_another_users_process_does_not_report_its_times)
{
    as_stranger(is_not_measured_by_the_clock_of_root);
}

/* Anywhere in the file, and its length. */
static void scribble(int file)
{
    uint64_t noise[8];
    size_t i;

    for (;;) {
        for (i = 0; i < 8; i++) noise[i] = (uint64_t)random() << 33 ^ (uint64_t)random();
        if (random() % 64 == 0 && ftruncate(file, random() % SHARED_FILE_SIZE)) _exit(1);
        if (pwrite(file, noise, 8 + (size_t)random() % 56, random() % SHARED_FILE_SIZE) < 0) _exit(1);
    }
}

static uint64_t clock_of(pid_t pid)
{
    struct timespec time;
    clockid_t clock;

    assert_int_equal(clock_getcpuclockid(pid, &clock), 0);
    assert_int_equal(clock_gettime(clock, &time), 0);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* A concurrent reader finds nothing, or correct values. */
TEST_BETWEEN(set_up, tear_down, a_madman_who_writes_meanwhile_makes_no_untruth)
{
    unsigned found = 0, round;
    uint64_t low, total;
    pid_t child;

    assert_true(publisher_open(&publisher, tree.root, KEY));
    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    child = fork();
    if (!child) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);  /* also when the test is ended in the middle */
        scribble(open(path, O_RDWR));
    }
    for (round = 0; round < 20000; round++) {
        publisher_publish_times(&publisher, SOME);
        low = clock_of(getpid());
        if (!lookup_process(&publisher, CHILD, (struct lookup_options){ .split = round & 1 }, &answer)) continue;
        found++;
        assert_false(answer.has_ended);
        total = answer.times.user + answer.times.kernel;
        assert_in_range(total, low, clock_of(getpid()));
    }
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(found);
    publisher_end(&publisher, SOME);
}
