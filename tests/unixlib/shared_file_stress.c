/* SPDX-License-Identifier: MIT */
/*
 * shared_file_stress SECONDS: processes come and go by the hundred and ask about each other, while others of the same user
 * read, shorten, remove, replace, lock, write over and fill up the file and its folder, and another user tries to. Nobody
 * may crash, wait, or be reported as exact what is not; and when the others have stopped, everybody knows everybody again.
 */
#include "child.h"
#include "fake_tree.h"
#include "linux_clocks.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/process_lookup.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY = 7, CROWD = 200, PARENT = 0x20, PATIENCE = 60, CALM = 40 };

enum count {
    LIVES, KILLED, CLAIMS, QUESTIONS, LIVE, EXACT, AS_PUBLISHED, THREADS, MISCHIEF, STRANGERS, WRONG, SLOWEST, COUNTS
};

static const char *const names[COUNTS] = {
    "processes", "killed", "with a place", "questions", "reported by the clock",
    "reported exactly at the end", "reported as published",
    "threads reported", "acts of mischief", "tries of another user", "wrong", "slowest operation in us of CPU"
};

/* The memory that all processes share. */
static struct shared {
    uint64_t counts[COUNTS], started;
    int stops, calm;
    uint64_t created[CROWD];  /* of those who live or lived last, by number */
    pid_t pids[CROWD];
    int ready[CROWD];
} *shared;

static struct publisher publisher;
static char path[160];

static void add(enum count count, uint64_t value)
{
    __atomic_fetch_add(&shared->counts[count], value, __ATOMIC_RELAXED);
}

static void raise_to(enum count count, uint64_t value)
{
    uint64_t last = __atomic_load_n(&shared->counts[count], __ATOMIC_RELAXED);

    while (last < value
           && !__atomic_compare_exchange_n(&shared->counts[count], &last, value, false, __ATOMIC_RELAXED,
                                               __ATOMIC_RELAXED));
}

static bool stops(void)
{
    return __atomic_load_n(&shared->stops, __ATOMIC_RELAXED);
}

static void wrong(const char *what, struct process_identity process, uint64_t value)
{
    add(WRONG, 1);
    printf("wrong: %s, process %#x of %llu, value %llu\n", what, process.id, (unsigned long long)process.created,
           (unsigned long long)value);
    fflush(stdout);
}

/* Figures that belong together, and last ones that are known from the process. */
static struct cpu_times times_of(uint64_t n)
{
    return (struct cpu_times){ n, 3 * n + 1 };
}

static uint64_t last_of(struct process_identity process)
{
    return 1000000 + process.created % 1000000 + process.id;
}

static struct process_identity process_of(unsigned number, uint64_t created)
{
    return (struct process_identity){ 0x1000 + 4 * number, created, 0 };
}

static void check_ended(struct process_identity process, const struct lookup_answer *answer)
{
    if (answer->times.kernel != 3 * answer->times.user + 1) wrong("torn times", process, answer->times.user);
    if (answer->is_exact && answer->times.user != last_of(process)) wrong("not the last", process, answer->times.user);
    add(answer->is_exact ? EXACT : AS_PUBLISHED, 1);
}

/* Between two readings of the clock of the process that it is. */
static void check_live(struct process_identity process, pid_t pid, uint64_t low, const struct lookup_answer *answer)
{
    const uint64_t total = answer->times.user + answer->times.kernel;
    uint64_t high;

    add(LIVE, 1);
    if (!answer->is_exact) wrong("live and not exact", process, total);
    if (answer->linux_pid != pid) return;  /* another life of the number by now */
    if (!linux_cpu_clock(linux_clock_of_process(pid), &high)) return;
    if (total < low || total > high) wrong("not its clock", process, total);
}

static bool ask_about(unsigned number)
{
    const struct lookup_options question = { .split = number & 1 };
    const struct process_identity process = process_of(number, __atomic_load_n(&shared->created[number], __ATOMIC_ACQUIRE));
    const pid_t pid = __atomic_load_n(&shared->pids[number], __ATOMIC_ACQUIRE);
    uint64_t low = 0, begun = read_ns(CLOCK_THREAD_CPUTIME_ID);
    struct lookup_answer answer;
    bool found;

    add(QUESTIONS, 1);
    if (pid && !linux_cpu_clock(linux_clock_of_process(pid), &low)) low = 0;
    found = lookup_process(&publisher, process, question, &answer);
    raise_to(SLOWEST, (read_ns(CLOCK_THREAD_CPUTIME_ID) - begun) / 1000);
    if (!found) return false;
    if (answer.has_ended) check_ended(process, &answer);
    else check_live(process, pid, low, &answer);
    return true;
}

static void ask_about_thread(unsigned number)
{
    const struct process_identity process = process_of(number, 0);
    struct published_thread thread;
    pid_t pid;

    if (!lookup_thread(&publisher, process.id + 1, process.id, 0, &thread, &pid)) return;
    add(THREADS, 1);
    if (thread.flags & THREAD_ENDED && thread.total != 4 * thread.kernel) wrong("a torn thread", process, thread.total);
}

static void publish_thread(struct process_identity process, bool ended)
{
    const struct published_thread thread = {
        .id = process.id + 1, .begun = read_ns(CLOCK_REALTIME) / 100, .since = read_ns(CLOCK_BOOTTIME),
        .tid = (uint32_t)getpid(),
        .flags = ended ? THREAD_ENDED : 0, .total = ended ? 4 * process.created : 0, .kernel = ended ? process.created : 0
    };

    publisher_publish_thread(&publisher, &thread);
}

static void timed_publish(uint64_t n)
{
    const uint64_t begun = read_ns(CLOCK_THREAD_CPUTIME_ID);
    const struct cpu_times times = times_of(n);

    publisher_publish_times(&publisher, &times);
    raise_to(SLOWEST, (read_ns(CLOCK_THREAD_CPUTIME_ID) - begun) / 1000);
}

/* A life: some publications and questions, then an end of any kind. In the calm they live until they are stopped. */
static void live(unsigned number)
{
    const struct process_identity process = process_of(number, __atomic_add_fetch(&shared->started, 1, __ATOMIC_RELAXED));
    const bool calm = __atomic_load_n(&shared->calm, __ATOMIC_RELAXED);
    unsigned rounds = calm ? 1000000 : 1 + (unsigned)random() % 40, round;
    struct timespec moment = { 0, 0 };

    __atomic_store_n(&shared->created[number], process.created, __ATOMIC_RELEASE);
    __atomic_store_n(&shared->pids[number], getpid(), __ATOMIC_RELEASE);
    add(LIVES, 1);
    publisher_open(&publisher, tree.root, KEY);
    add(CLAIMS, publisher_claim(&publisher, process, PARENT, times_of(0)));
    publish_thread(process, false);
    for (round = 1; round <= rounds && !stops(); round++) {
        timed_publish(round);
        __atomic_store_n(&shared->ready[number], calm, __ATOMIC_RELEASE);
        ask_about((unsigned)random() % CROWD);
        ask_about_thread((unsigned)random() % CROWD);
        moment.tv_nsec = random() % 3000000;
        nanosleep(&moment, NULL);
    }
    publish_thread(process, true);
    if (!calm && random() % 4 == 0) pause();  /* until it is killed */
    publisher_end(&publisher, times_of(last_of(process)));
}

/* Whether mischief succeeds is all the same. */
static void any(ssize_t result)
{
}

static void spoil_text(char *bytes, size_t size)
{
    size_t i;

    for (i = 0; i < size; i++) bytes[i] = (char)random();
}

static void act_on(int file)
{
    struct flock range = { .l_whence = SEEK_SET, .l_type = random() % 2 ? F_WRLCK : F_RDLCK };
    struct timespec moment = { 0, random() % 5000000 };
    char bytes[4096];

    switch (random() % 5) {
    case 0:
        any(pread(file, bytes, sizeof bytes, random() % SHARED_FILE_SIZE));
        break;
    case 1:
        any(ftruncate(file, random() % 3 ? random() % SHARED_FILE_SIZE : 0));
        break;
    case 2:
        spoil_text(bytes, sizeof bytes);
        any(pwrite(file, bytes, 1 + (size_t)random() % sizeof bytes,
                   random() % (SHARED_FILE_SIZE / (random() % 2 ? 1 : 16))));
        break;
    case 3:
        range.l_start = random() % 2 ? 0 : SHARED_LOCK_USER + random() % (SHARED_SLOTS * 2);
        range.l_len = random() % 2 ? 0 : 1 + random() % 4096;
        fcntl(file, F_SETLK, &range);
        nanosleep(&moment, NULL);
        break;
    default:
        fchmod(file, random() % 2 ? 0644 : 0600);
    }
}

/* Another file under the name: a copy of this one, noise, or nothing. */
static void replace(int file)
{
    static char bytes[65536];
    char beside[200];
    ssize_t got = random() % 2 && file >= 0 ? pread(file, bytes, sizeof bytes, 0) : 0;
    int copy;

    snprintf(beside, sizeof beside, "%s.%d", path, (int)getpid());
    copy = open(beside, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (copy < 0) return;
    if (got > 0 && write(copy, bytes, (size_t)got) > 0) any(ftruncate(copy, SHARED_FILE_SIZE));
    close(copy);
    if (rename(beside, path)) unlink(beside);
}

/* Fills the folder for a while, so that no process has room. */
static void fill(void)
{
    static char bytes[65536];
    struct timespec moment = { 0, 5000000 };
    char beside[200];
    int file, i;

    snprintf(beside, sizeof beside, "%s.fill%d", path, (int)getpid());
    file = open(beside, O_RDWR | O_CREAT | O_TRUNC, 0600);
    for (i = 0; file >= 0 && i < 2000 && write(file, bytes, sizeof bytes) > 0; i++);
    nanosleep(&moment, NULL);
    if (file >= 0) close(file);
    unlink(beside);
}

static void make_mischief(unsigned number)
{
    struct timespec moment = { 0, 0 };
    int file;

    while (!stops()) {
        file = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
        switch (random() % 12) {
        case 0: unlink(path); break;
        case 1: replace(file); break;
        case 2: if (number == 0) fill(); break;
        case 3: if (!unlink(path)) any(symlink("nowhere", path)); usleep(2000); unlink(path); break;
        case 4: if (!unlink(path)) mkdir(path, 0700); usleep(2000); rmdir(path); break;
        default: if (file >= 0) act_on(file);
        }
        if (file >= 0) close(file);
        add(MISCHIEF, 1);
        moment.tv_nsec = random() % 8000000;
        nanosleep(&moment, NULL);
    }
}

static void be_stranger(unsigned number)
{
    struct flock all = { .l_whence = SEEK_SET, .l_type = F_WRLCK };
    char beside[200];
    int file;

    if (geteuid() || !become_stranger()) return;
    snprintf(beside, sizeof beside, "%s.stranger", path);
    while (!stops()) {
        file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0666);  /* while there is none it can */
        if (file >= 0) fcntl(file, F_SETLK, &all);
        usleep(3000);
        if (file >= 0) close(file);
        unlink(path);
        any(truncate(path, 0));
        file = open(beside, O_RDWR | O_CREAT, 0666);
        if (file >= 0) close(file);
        rename(beside, path);
        unlink(path);
        add(STRANGERS, 1);
        usleep(20000);
    }
}

static void read_all(unsigned number)
{
    publisher_open(&publisher, tree.root, KEY);
    for (; !stops(); number++) {
        ask_about(number % CROWD);
        ask_about_thread(number % CROWD);
        if (number % 8 == 0) sched_yield();
    }
}

static pid_t start(void (*be)(unsigned), unsigned number)
{
    const pid_t child = fork();

    if (child) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    srandom((unsigned)getpid());
    be(number);
    _exit(0);
}

static void judge_end(int status, bool killed)
{
    if (WIFEXITED(status) && !WEXITSTATUS(status)) return;
    if (killed && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return;
    add(WRONG, 1);
    printf("wrong: a process ended with status %#x\n", status);
    fflush(stdout);
}

/* Within a second or two; who waits for something is killed for it. */
static void collect(pid_t *children, unsigned count)
{
    const uint64_t begun = read_ns(CLOCK_MONOTONIC);
    unsigned i;
    int status;

    for (i = 0; i < count; i++) {
        while (children[i] > 0 && waitpid(children[i], &status, WNOHANG) == 0) {
            if (read_ns(CLOCK_MONOTONIC) - begun > PATIENCE * 1000000000ull) kill(children[i], SIGKILL);
            usleep(1000);
        }
        if (children[i] > 0) judge_end(status, false);
        children[i] = 0;
    }
}

static pid_t crowd[CROWD];

/* Starts a new process for each that has ended, and now and then kills one. */
static void come_and_go(uint64_t end)
{
    unsigned i;
    int status;

    while (read_ns(CLOCK_MONOTONIC) < end) {
        for (i = 0; i < CROWD; i++) {
            if (!crowd[i]) crowd[i] = start(live, i);
            if (random() % 60 == 0 && !kill(crowd[i], SIGKILL)) add(KILLED, 1);
            if (waitpid(crowd[i], &status, WNOHANG) != crowd[i]) continue;
            judge_end(status, true);
            crowd[i] = 0;
        }
        usleep(5000);
    }
    for (i = 0; i < CROWD; i++) {
        if (crowd[i]) kill(crowd[i], SIGKILL);
        if (crowd[i]) waitpid(crowd[i], NULL, 0);
        crowd[i] = 0;
    }
}

/* Nobody does harm now: each finds every other. */
static unsigned everybody_knows_everybody(void)
{
    const uint64_t end = read_ns(CLOCK_MONOTONIC) + PATIENCE * 1000000000ull;
    struct lookup_answer answer;
    unsigned i, known = 0;

    shared->calm = 1;
    memset(shared->ready, 0, sizeof shared->ready);
    publisher_open(&publisher, tree.root, KEY);
    for (i = 0; i < CALM; i++) crowd[i] = start(live, i);
    for (i = 0; i < CALM; i++) {
        while (!__atomic_load_n(&shared->ready[i], __ATOMIC_ACQUIRE) && read_ns(CLOCK_MONOTONIC) < end) usleep(1000);
        known += lookup_process(&publisher, process_of(i, shared->created[i]), (struct lookup_options){ 0 }, &answer)
                 && !answer.has_ended && answer.linux_pid == crowd[i];
    }
    shared->stops = 1;
    collect(crowd, CALM);
    for (i = 0; i < CALM; i++)
        known += lookup_process(&publisher, process_of(i, shared->created[i]), (struct lookup_options){ 0 }, &answer)
                 && answer.is_exact && answer.times.user == last_of(process_of(i, shared->created[i]));
    publisher_close(&publisher);
    shared->stops = 0;
    return known;
}

/* A folder with an end, where the machine lets us have one. */
static void make_folder(void)
{
    tree = fake_tree_make();
    if (!unshare(CLONE_NEWNS) && !mount("none", "/", "", MS_REC | MS_PRIVATE, ""))
        mount("tmpfs", tree.root, "tmpfs", 0, "size=64m");
    chmod(tree.root, 01777);
    snprintf(path, sizeof path, "%s/cycletime-%d-%u-%016x", tree.root, SHARED_FILE_VERSION, (unsigned)geteuid(), KEY);
}

int main(int argc, char **argv)
{
    const unsigned long seconds = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
    pid_t others[10] = { 0 };
    unsigned i, known;

    if (!seconds) return 2;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 2;
    make_folder();
    for (i = 0; i < 4; i++) others[i] = start(make_mischief, i);
    for (; i < 6; i++) others[i] = start(read_all, i);
    others[i] = start(be_stranger, i);
    i++;
    come_and_go(read_ns(CLOCK_MONOTONIC) + seconds * 1000000000ull);
    shared->stops = 1;
    collect(others, i);
    shared->stops = 0;
    known = everybody_knows_everybody();
    for (i = 0; i < COUNTS; i++) printf("%s: %llu\n", names[i], (unsigned long long)shared->counts[i]);
    printf("known in the calm, alive and ended: %u of %u\n", known, 2 * CALM);
    umount(tree.root);
    fake_tree_remove(&tree);
    if (shared->counts[WRONG] || known != 2 * CALM || !shared->counts[EXACT] || !shared->counts[LIVE]) return 1;
    printf("all tests passed\n");
    return 0;
}
