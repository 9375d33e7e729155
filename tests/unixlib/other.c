/* SPDX-License-Identifier: MIT */
#include "other.h"
#include "fake_tree.h"
#include "linux_clocks.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum what { PUBLISH, AWAIT, BURN, WAIT_FOR, READ_FILE, THREAD, END, LEAVE };

struct order {
    struct cpu_times times;
    enum what what;
    unsigned number;
    char path[160];
};

/* In user code, but for a clock read now and then. */
static void burn(unsigned milliseconds)
{
    volatile unsigned work;

    do
        for (work = 0; work < 100000; work++)
            ;
    while (read_ns(CLOCK_PROCESS_CPUTIME_ID) / 1000000 < milliseconds);
}

static bool wait_for(unsigned milliseconds)
{
    const pid_t child = fork();

    if (!child) {
        burn(milliseconds);
        _exit(0);
    }
    return child > 0 && waitpid(child, NULL, 0) == child;
}

/* As a program that reads all files of a folder. */
static bool read_file(const char *path)
{
    const int file = open(path, O_RDONLY);
    char byte;

    return file >= 0 && read(file, &byte, 1) == 1 && !close(file);
}

/* Publishes the process's only thread under the id NUMBER; with times, as an ended thread. */
static bool publish_thread(struct publisher *publisher, const struct order *order)
{
    const uint64_t total = order->times.user + order->times.kernel;
    const struct published_thread thread = { .id = order->number,
                                          .begun = read_ns(CLOCK_REALTIME) / 100,
                                          .since = read_ns(CLOCK_BOOTTIME),
                                          .tid = (uint32_t)getpid(),
                                          .flags = total ? THREAD_ENDED : 0,
                                          .total = total,
                                          .kernel = order->times.kernel };

    return publisher_publish_thread(publisher, &thread);
}

static bool await(struct publisher *publisher)
{
    publisher_await_parent(publisher);
    return true;
}

static bool obey(struct publisher *publisher, const struct order *order)
{
    switch (order->what) {
    case PUBLISH: return publisher_publish_times(publisher, &order->times);
    case AWAIT: return await(publisher);
    case BURN: burn(order->number); return true;
    case WAIT_FOR: return wait_for(order->number);
    case THREAD: return publish_thread(publisher, order);
    case READ_FILE: return read_file(order->path);
    case END: return publisher_end(publisher, order->times);
    default: return true;
    }
}

static void serve(int line, struct publisher *publisher)
{
    struct order order;
    bool done;

    while (read(line, &order, sizeof order) == sizeof order) {
        done = obey(publisher, &order);
        if (write(line, &done, sizeof done) != sizeof done || order.what == LEAVE) break;
    }
}

static void live(int line, uint64_t key, struct process_identity process, uint32_t parent)
{
    static struct publisher publisher;
    bool claimed;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    claimed = publisher_open(&publisher, tree.root, key);
    publisher.prefix = process.prefix;
    claimed = claimed && publisher_claim(&publisher, process, parent, (struct cpu_times){ 0 });
    if (write(line, &claimed, sizeof claimed) == sizeof claimed) serve(line, &publisher);
}

struct other other_begin(uint64_t key, struct process_identity process, uint32_t parent)
{
    struct other other;
    int line[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, line)) abort();
    other.pid = fork();
    if (other.pid < 0) abort();
    if (!other.pid) {
        close(line[0]);
        live(line[1], key, process, parent);
        _exit(0);
    }
    close(line[1]);
    other.line = line[0];
    if (read(other.line, &other.claimed, sizeof other.claimed) != sizeof other.claimed) other.claimed = false;
    return other;
}

static bool report(const struct other *other, struct order order)
{
    bool done = false;

    return write(other->line, &order, sizeof order) == sizeof order && read(other->line, &done, sizeof done) == sizeof done
           && done;
}

bool other_publish(const struct other *other, struct cpu_times times)
{
    return report(other, (struct order){ times, PUBLISH, 0, "" });
}

bool other_is_awaited(const struct other *other)
{
    return report(other, (struct order){ .what = AWAIT });
}

bool other_reads(const struct other *other, const char *path)
{
    struct order order = { .what = READ_FILE };

    snprintf(order.path, sizeof order.path, "%s", path);
    return report(other, order);
}

bool other_thread(const struct other *other, uint32_t id, struct cpu_times times)
{
    return report(other, (struct order){ times, THREAD, id, "" });
}

void other_burn(const struct other *other, unsigned milliseconds)
{
    report(other, (struct order){ .what = BURN, .number = milliseconds });
}

bool other_waits_for(const struct other *other, unsigned milliseconds)
{
    return report(other, (struct order){ .what = WAIT_FOR, .number = milliseconds });
}

static void bury(struct other *other)
{
    close(other->line);
    waitpid(other->pid, NULL, 0);
}

bool other_say_end(const struct other *other, struct cpu_times times)
{
    return report(other, (struct order){ times, END, 0, "" });
}

bool other_end(struct other *other, struct cpu_times times)
{
    const bool done = other_say_end(other, times);

    report(other, (struct order){ .what = LEAVE });
    bury(other);
    return done;
}

void other_kill(struct other *other)
{
    kill(other->pid, SIGKILL);
    bury(other);
}
