/* SPDX-License-Identifier: MIT */
/*
 * moving_stat FILE COUNT: /proc/stat of a machine of so many CPUs goes on, every 10 ms until this is ended. CPU i works for
 * (37 i + 20) % 100 percent of the time: 7 tenths of that user, 2 system, 1 softirq. Written in place, because it is read
 * through a mount. When this was held up itself, so that its machine stood still, it says so on stdout.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { TICK = 10000000, START = 10000, LATE = 80000000 };

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

/* Numbers of one width: each text is as long as the last one. */
static int write_stat(int file, int count, int64_t passed)
{
    static char text[1 << 18];
    char *at = text + sprintf(text, "cpu  1 2 3 4 5 6 7 8 9 10\n");
    int64_t busy, idle;
    int i;

    for (i = 0; i < count; i++) {
        busy = passed / 100 * ((37 * i + 20) % 100);
        idle = passed - busy;
        at += sprintf(at, "cpu%d %08lld 0 %08lld %08lld 0 0 %08lld 0 0 0\n", i, (long long)(START + busy * 7 / 10 / TICK),
                      (long long)(START + busy * 2 / 10 / TICK), (long long)(START + idle / TICK),
                      (long long)(START + busy / 10 / TICK));
    }
    at += sprintf(at, "intr 1\n");
    return pwrite(file, text, at - text, 0) == at - text ? 0 : 1;
}

int main(int argc, char **argv)
{
    const struct timespec tick = { 0, TICK };
    const int64_t begin = now();
    int64_t last = begin, time;
    int file, failed = 0;

    if (argc != 3) return 2;
    file = open(argv[1], O_WRONLY | O_CREAT, 0644);
    if (file < 0) return 1;
    while (!failed) {
        time = now();
        failed = write_stat(file, atoi(argv[2]), time - begin);
        time = now();
        if (time - last > LATE) printf("the machine stood still for %d ms\n", (int)((time - last) / 1000000));
        fflush(stdout);
        last = time;
        nanosleep(&tick, NULL);
    }
    return failed;
}
