/* SPDX-License-Identifier: MIT */
/* Tests the facts found out once for each boot: they are used where they are kept, and invalid ones are ignored. */
#include "apart.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/clocks/tsc.h"
#include "child.h"
#include "fake_tree.h"
#include "linux_clocks.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/threads/rseq.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct boot_cache SOME = { 2400000000, 1 };
static char path[160], beside[160];
static unsigned children; /* that tried the mark */

int __real_clone(int (*run)(void *), void *stack, int flags, void *argument);
int __wrap_clone(int (*run)(void *), void *stack, int flags, void *argument);
int __wrap_clone(int (*run)(void *), void *stack, int flags, void *argument)
{
    children++;
    return __real_clone(run, stack, flags, argument);
}

static int set_up(void **state)
{
    if (tree_set_up(state)) return 1;
    snprintf(path, sizeof path, "%s/cycletime-boot-%u", tree.root, (unsigned)geteuid());
    snprintf(beside, sizeof beside, "%s/beside", tree.root);
    return chmod(tree.root, 01777);
}

static void write_bytes(const void *bytes, size_t size)
{
    fake_tree_write_bytes(&tree, path + strlen(tree.root), bytes, size);
}

static struct boot_cache_file kept(void)
{
    struct boot_cache_file file;
    const int opened = open(path, O_RDONLY);

    assert_true(opened >= 0);
    assert_int_equal(read(opened, &file, sizeof file), sizeof file);
    close(opened);
    return file;
}

static void write_whole(struct boot_cache_file file)
{
    file.sum = SUM_AFTER(0, &file);
    write_bytes(&file, sizeof file);
}

static void assert_believed(struct boot_cache expected)
{
    struct boot_cache facts;

    memset(&facts, 0xcc, sizeof facts);
    boot_cache_read(tree.root, &facts);
    assert_memory_equal(&facts, &expected, sizeof facts);
}

static void assert_not_believed(void)
{
    assert_believed((struct boot_cache){ 0 });
}

/* Keeps SOME, and returns the file. */
static struct boot_cache_file keep_some(void)
{
    boot_cache_keep(tree.root, &SOME);
    return kept();
}

TEST_BETWEEN(set_up, tree_tear_down, a_fact_that_is_kept_is_read_again)
{
    struct stat status;

    assert_not_believed();
    boot_cache_keep(tree.root, &SOME);
    assert_believed(SOME);
    assert_int_equal(lstat(path, &status), 0);
    assert_int_equal(status.st_mode, S_IFREG | 0600);
    boot_cache_keep(tree.root, &(struct boot_cache){ 2500000000, 0 });
    assert_believed((struct boot_cache){ 2500000000, 0 });
}

/* By a mask, which is the program's. */
TEST_BETWEEN(set_up, tree_tear_down, what_is_kept_is_for_nobody_else_whatever_the_mask_is)
{
    umask(0);
    boot_cache_keep(tree.root, &SOME);
    assert_believed(SOME);
    umask(0777);
    boot_cache_keep(tree.root, &SOME);
    assert_believed(SOME);
}

/* Returns a rate that would never be measured, but that the counter still agrees with. */
static uint64_t near_rate(void)
{
    const uint64_t here = measure_tsc_rate();

    return here + here / 200;
}

TEST_BETWEEN(set_up, tree_tear_down, rate_that_is_kept_is_not_measured_again)
{
    const uint64_t rate = near_rate();

    boot_cache_keep(tree.root, &(struct boot_cache){ rate, 0 });
    assert_int_equal(tsc_rate_get(tree.root), rate);
}

TEST_BETWEEN(set_up, tree_tear_down, rate_that_is_found_out_is_kept_for_the_next)
{
    const uint64_t here = measure_tsc_rate(), rate = tsc_rate_get(tree.root);

    assert_in_range(rate, here - here / 500, here + here / 500);
    assert_believed((struct boot_cache){ rate, 0 });
}

TEST_BETWEEN(set_up, tree_tear_down, rate_by_which_the_counter_does_not_go_is_found_out_anew)
{
    const uint64_t here = measure_tsc_rate(), wrong[] = { here / 2, here - here / 40, here + here / 40, here * 2, 1 };
    unsigned i;

    for (i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        boot_cache_keep(tree.root, &(struct boot_cache){ wrong[i], 1 });
        assert_believed((struct boot_cache){ wrong[i], 1 });
        assert_in_range(tsc_rate_get(tree.root), here - here / 500, here + here / 500);
        assert_int_equal(kept().facts.rewrites_area, 1);
        assert_in_range(kept().facts.rate, here - here / 500, here + here / 500);
    }
}

TEST_BETWEEN(set_up, tree_tear_down, probe_that_passed_is_not_made_again)
{
    if (rseq_probe_run_cached(tree.root) != UNIXLIB_CLOCK_TSC)
        SKIP_BECAUSE("this kernel does not report switches in an area");
    assert_int_equal(children, 1);
    assert_believed((struct boot_cache){ 0, 1 });
    assert_int_equal(rseq_probe_run_cached(tree.root), UNIXLIB_CLOCK_TSC);
    assert_int_equal(children, 1);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rseq_probe_run_cached(tree.root), UNIXLIB_CLOCK_TSC);
    assert_int_equal(children, 2);
}

TEST_BETWEEN(set_up, tree_tear_down, probe_that_passed_leaves_the_rate)
{
    boot_cache_keep(tree.root, &(struct boot_cache){ 2400000000, 0 });
    if (rseq_probe_run_cached(tree.root) != UNIXLIB_CLOCK_TSC)
        SKIP_BECAUSE("this kernel does not report switches in an area");
    assert_believed(SOME);
}

/* Root may have as many children as it likes. */
static int try_without_children(void)
{
    const struct rlimit none = { 0, 0 };

    if ((!getuid() && !become_stranger()) || setrlimit(RLIMIT_NPROC, &none)) return CANNOT;
    if (rseq_probe_run_cached(tree.root) != UNIXLIB_CLOCK_NOT_TRIED
        || rseq_probe_run_cached(tree.root) != UNIXLIB_CLOCK_NOT_TRIED)
        return 1;
    return children == 2 ? 0 : 2;
}

/* The reason for the failure may be over. */
TEST_BETWEEN(set_up, tree_tear_down, probe_that_failed_is_made_again)
{
    const int code = IN_CHILD(try_without_children());

    if (code == CANNOT) SKIP_BECAUSE("the child could not make what this is about");
    assert_int_equal(code, 0);
    assert_not_believed();
}

TEST_BETWEEN(set_up, tree_tear_down, another_boot_is_not_believed)
{
    struct boot_cache_file file = keep_some();

    file.boot[35] ^= 1;
    write_whole(file);
    assert_not_believed();
    file.boot[35] ^= 1;
    write_whole(file);
    assert_believed(SOME);
}

TEST_BETWEEN(set_up, tree_tear_down, another_release_of_the_kernel_is_not_believed)
{
    struct boot_cache_file file = keep_some();

    strcpy(file.release + strlen(file.release), "+");
    write_whole(file);
    assert_not_believed();
}

TEST_BETWEEN(set_up, tree_tear_down, file_with_any_wrong_byte_is_not_believed)
{
    const struct boot_cache_file whole = keep_some();
    struct boot_cache_file file;
    size_t i;

    for (i = 0; i < sizeof file; i++) {
        file = whole;
        ((char *)&file)[i] ^= 0x10;
        write_bytes(&file, sizeof file);
        assert_not_believed();
    }
}

TEST_BETWEEN(set_up, tree_tear_down, file_that_is_cut_off_or_goes_on_is_not_believed)
{
    const struct boot_cache_file whole = keep_some();
    char bytes[sizeof whole + 8] = { 0 };
    size_t size;

    memcpy(bytes, &whole, sizeof whole);
    for (size = 0; size <= sizeof bytes; size++) {
        write_bytes(bytes, size);
        if (size == sizeof whole) assert_believed(SOME);
        else assert_not_believed();
    }
}

TEST_BETWEEN(set_up, tree_tear_down, random_bytes_are_not_believed)
{
    unsigned char bytes[sizeof(struct boot_cache_file)];
    unsigned seed = 1;
    size_t i;
    int round;

    for (round = 0; round < 2000; round++) {
        for (i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)((seed = seed * 1103515245 + 12345) >> 16);
        write_bytes(bytes, sizeof bytes);
        assert_not_believed();
    }
}

TEST_BETWEEN(set_up, tree_tear_down, values_that_nothing_has_are_not_believed)
{
    struct boot_cache_file file = keep_some();

    file.facts.rate = 1ull << 34;
    write_whole(file);
    assert_not_believed();
    file.facts = (struct boot_cache){ 2400000000, 2 };
    write_whole(file);
    assert_not_believed();
}

TEST_BETWEEN(set_up, tree_tear_down, file_that_others_may_open_is_not_believed)
{
    static const mode_t modes[] = { 0644, 0620, 0602, 0700, 04600, 0400 };
    unsigned i;

    boot_cache_keep(tree.root, &SOME);
    for (i = 0; i < sizeof modes / sizeof *modes; i++) {
        assert_int_equal(chmod(path, modes[i]), 0);
        assert_not_believed();
    }
}

TEST_BETWEEN(set_up, tree_tear_down, file_with_two_names_is_not_believed)
{
    boot_cache_keep(tree.root, &SOME);
    assert_int_equal(link(path, beside), 0);
    assert_not_believed();
    boot_cache_keep(tree.root, &SOME);
    assert_believed(SOME);
}

TEST_BETWEEN(set_up, tree_tear_down, link_is_not_followed_and_is_replaced)
{
    struct stat status;

    boot_cache_keep(tree.root, &SOME);
    assert_int_equal(rename(path, beside), 0);
    assert_int_equal(symlink(beside, path), 0);
    assert_not_believed();
    boot_cache_keep(tree.root, &SOME);
    assert_believed(SOME);
    assert_int_equal(lstat(path, &status), 0);
    assert_true(S_ISREG(status.st_mode));
}

static bool make_pipe(void)
{
    return !mkfifo(path, 0666);
}

static bool make_folder(void)
{
    return !mkdir(path, 0777);
}

static bool make_link(void)
{
    return !symlink(beside, path);
}

/* The bytes are right ones. */
static bool make_file(void)
{
    const int from = open(beside, O_RDONLY), to = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    struct boot_cache_file file;

    return from >= 0 && to >= 0 && read(from, &file, sizeof file) == sizeof file
           && write(to, &file, sizeof file) == sizeof file;
}

/* Nobody waits at a pipe, and what is another's stays as it is, even for root. */
TEST_BETWEEN(set_up, tree_tear_down, what_another_user_put_there_is_not_believed_and_is_left_alone)
{
    static bool (*const acts[])(void) = { make_file, make_pipe, make_folder, make_link };
    struct stat before, after;
    unsigned i;

    if (geteuid()) SKIP_BECAUSE("only root can be two users");
    boot_cache_keep(tree.root, &SOME);
    assert_int_equal(rename(path, beside), 0);
    assert_int_equal(chmod(beside, 0644), 0);
    for (i = 0; i < sizeof acts / sizeof *acts; i++) {
        assert_int_equal(IN_CHILD(!become_stranger() || !acts[i]()), 0);
        assert_int_equal(lstat(path, &before), 0);
        assert_not_believed();
        boot_cache_keep(tree.root, &SOME);
        assert_not_believed();
        assert_int_equal(lstat(path, &after), 0);
        assert_true(before.st_ino == after.st_ino && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
        assert_int_equal(remove(path), 0);
    }
}

static bool keeps_nothing(void)
{
    const uint64_t here = measure_tsc_rate(), rate = tsc_rate_get(tree.root);

    return rate > here - here / 500 && rate < here + here / 500 && access(path, F_OK) && errno == ENOENT;
}

TEST_BETWEEN(set_up, tree_tear_down, folder_that_cannot_be_written_costs_time_only)
{
    assert_int_equal(chmod(tree.root, 0555), 0);
    if (geteuid()) assert_true(keeps_nothing());
    else assert_int_equal(IN_CHILD(!become_stranger() || !keeps_nothing()), 0);
    fake_tree_remove(&tree);
    assert_true(keeps_nothing());
    tree = fake_tree_make();
}

/* By SIGXFSZ. What a test prints may go into a file, too. */
TEST_BETWEEN(set_up, tree_tear_down, a_process_that_may_write_no_file_is_not_ended)
{
    const struct rlimit none = { 0, 0 };

    assert_int_equal(IN_CHILD(setrlimit(RLIMIT_FSIZE, &none) || !keeps_nothing()), 0);
}
