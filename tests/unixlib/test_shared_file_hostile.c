/* SPDX-License-Identifier: MIT */
/* What is under the file's name and is no file of ours, made by this user or by another, who may write in the folder as
   everybody may: it is not opened, nothing waits, and it stays as it was. And one's own file, written by a madman. */
#include "child.h"
#include "shared_test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static char beside[160];

static int set_up(void **state)
{
    if (folder_set_up(state)) return 1;
    snprintf(beside, sizeof beside, "%s/beside", tree.root);
    return chmod(tree.root, 01777);
}

/* Has the other user do something, in a process of its own; only root can be two users. */
#define as_stranger(done) \
    do { \
        if (geteuid()) SKIP_BECAUSE("only root can be two users"); \
        assert_int_equal(IN_CHILD(!become_stranger() || !(done)), 0); \
    } while (0)

static void assert_silence(void)
{
    struct stat before, after;

    answer = untouched;
    assert_int_equal(lstat(path, &before), 0);
    assert_false(open_publisher());
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

static bool make_link(void) { return !symlink(beside, path); }
static bool make_link_to_nothing(void) { return !symlink("nowhere", path); }
static bool make_pipe(void) { return !mkfifo(path, 0666); }
static bool make_folder(void) { return !mkdir(path, 0777); }
static bool make_device(void) { return !mknod(path, S_IFCHR | 0600, makedev(1, 5)); }
static bool give_second_name(void) { return !chown(beside, STRANGER, STRANGER) && !link(beside, path); }

/* To a whole file, which this user's programs have used. */
static bool make_link_to_ours(void)
{
    char target[200];

    snprintf(target, sizeof target, "%s/ours", tree.root);
    if (!open_publisher()) return false;
    publisher_close(&publisher);
    return !rename(path, target) && !symlink(target, path);
}

enum { ITSELF = 1, ROOT_ITSELF = 2, STRANGER_TOO = 4 };

static const struct way {
    const char *name;
    bool (*make)(void);
    int makers;
} ways[] = {
    { "a file", make_file, STRANGER_TOO },
    { "a link to a file", make_link, ITSELF | STRANGER_TOO },
    { "a link to nothing", make_link_to_nothing, ITSELF | STRANGER_TOO },
    { "a link to a file of ours", make_link_to_ours, ITSELF },
    { "a pipe", make_pipe, ITSELF | STRANGER_TOO },
    { "a folder", make_folder, ITSELF | STRANGER_TOO },
    { "a device", make_device, ROOT_ITSELF },
    { "a second name of another user's file", give_second_name, ROOT_ITSELF },
};

static void assert_left_alone(const struct way *way, bool is_strangers)
{
    char text[8];
    int file;

    print_message("%s%s\n", way->name, is_strangers ? ", of another user" : "");
    fake_tree_write(&tree, "/beside", "mine");
    assert_int_equal(is_strangers ? IN_CHILD(!become_stranger() || !way->make()) : !way->make(), 0);
    assert_silence();
    file = open(beside, O_RDONLY);
    assert_int_equal(read(file, text, sizeof text), 4);
    assert_memory_equal(text, "mine", 4);
    close(file);
    assert_int_equal(remove(path), 0);
}

TEST_BETWEEN(set_up, shared_file_tear_down, whatever_is_no_file_of_ours_is_left_alone)
{
    const int makers = geteuid() ? ITSELF : ITSELF | ROOT_ITSELF;
    size_t i;

    for (i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ways[i].makers & makers) assert_left_alone(&ways[i], false);
}

TEST_BETWEEN(set_up, shared_file_tear_down, whatever_another_user_makes_is_left_alone)
{
    size_t i;

    if (geteuid()) SKIP_BECAUSE("only root can be two users");
    for (i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ways[i].makers & STRANGER_TOO) assert_left_alone(&ways[i], true);
}

static bool cannot_touch(void)
{
    const struct flock range = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1 << 30, .l_len = 0 };
    const int reading = open(path, O_RDONLY), writing = open(path, O_WRONLY), own = open(beside, O_RDWR | O_CREAT, 0600);

    return reading < 0 && writing < 0 && truncate(path, 0) && chmod(path, 0666) && unlink(path) && rename(path, beside)
           && own >= 0 && rename(beside, path) && !fcntl(own, F_SETLK, &range);
}

TEST_BETWEEN(set_up, shared_file_tear_down, another_user_can_neither_read_nor_write_nor_remove_the_file)
{
    struct other other;

    if (geteuid()) SKIP_BECAUSE("only root can be two users");
    other = begin(CHILD);
    as_stranger(cannot_touch());
    assert_true(open_publisher());
    assert_lives(CHILD, &other, 0);
}

/* An entry that a process of this user's has forged, for one of root's that lives. */
static bool is_not_measured_by_the_clock_of_root(void)
{
    struct entry entry = { .process = { .id = CHILD.id, .created = CHILD.created, .begun = UINT64_MAX, .pid = 1 },
                           .published = { .times = SOME } };

    if (!open_publisher()) return false;
    entry.slot = find_first_slot(0, CHILD.id);
    if (!entry_open(publisher_file_to_ask(&publisher), &entry)) return false;
    if (find(CHILD)) return false;
    return lookup_process(&publisher, CHILD, OVER, &answer) && answer.times.user == SOME.user && !answer.linux_pid;
}

TEST_BETWEEN(set_up, shared_file_tear_down, an_entry_that_names_another_users_process_does_not_report_its_times)
{
    as_stranger(is_not_measured_by_the_clock_of_root());
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

/* A concurrent reader finds nothing, or correct values. */
TEST_BETWEEN(set_up, shared_file_tear_down, a_madman_who_writes_meanwhile_makes_no_untruth)
{
    unsigned found = 0, round;
    uint64_t low;
    pid_t child;

    assert_true(open_publisher());
    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    child = fork();
    if (!child) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);  /* also when the test is ended in the middle */
        scribble(open(path, O_RDWR));
    }
    for (round = 0; round < 20000; round++) {
        publisher_publish_times(&publisher, &SOME);
        low = clock_of(getpid());
        if (!lookup_process(&publisher, CHILD, (struct lookup_options){ .split = round & 1 }, &answer)) continue;
        found++;
        assert_false(answer.has_ended);
        assert_in_range(total_of(answer.times), low, clock_of(getpid()));
    }
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(found);
    publisher_end(&publisher, SOME);
}
