/* SPDX-License-Identifier: MIT */
/* The child of the command that only waits. */
#include "apart.h"
#include "tools/command/child/child.h"
#include "tools/command/system/system.h"
#include "unixlib/shared_file/shared_folders.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Returns the only child of this process. */
static pid_t find_probe(void)
{
    char path[64];
    FILE *children;
    int pid = 0;

    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    children = fopen(path, "re");
    assert_non_null(children);
    assert_int_equal(fscanf(children, "%d", &pid), 1);
    fclose(children);
    return pid;
}

static int kills; /* how many signals this process has sent */

int kill(pid_t process, int signal)
{
    kills++;
    return (int)syscall(SYS_kill, process, signal);
}

static void begin_probe(void)
{
    sigset_t all;

    sigfillset(&all);
    assert_int_equal(sigprocmask(SIG_SETMASK, &all, NULL), 0);
    signal_probe_begin();
}

TEST(a_probe_has_seen_a_signal_that_it_received_and_no_other)
{
    begin_probe();
    assert_int_equal(kill(find_probe(), SIGUSR1), 0);
    assert_true(signal_probe_has_seen(SIGUSR1));
    assert_false(signal_probe_has_seen(SIGUSR1));
    assert_false(signal_probe_has_seen(SIGUSR2));
    watcher_end(WATCHER_PROBE);
}

TEST(the_number_of_a_probe_that_was_waited_for_gets_no_signal)
{
    pid_t ended;

    begin_probe();
    ended = find_probe();
    assert_int_equal(kill(ended, SIGKILL), 0);
    assert_int_equal(waitpid(ended, NULL, 0), ended);
    watchers_remove(ended);
    kills = 0;
    assert_false(signal_probe_has_seen(SIGUSR1));
    watcher_end(WATCHER_PROBE);
    assert_int_equal(kills, 0);
}

TEST(a_probe_sees_each_signal_anew)
{
    int i;

    begin_probe();
    for (i = 0; i < 3; i++) {
        assert_int_equal(kill(find_probe(), SIGUSR1), 0);
        assert_true(signal_probe_has_seen(SIGUSR1));
    }
    watcher_end(WATCHER_PROBE);
}

/* None of the probe's system calls fails, whatever it receives. */
TEST(errors_of_a_probe_are_not_this_process_s)
{
    pid_t probe;
    int error;

    begin_probe();
    probe = find_probe();
    errno = 0;
    assert_int_equal(sigqueue(probe, SIGRTMAX, (union sigval){ .sival_int = SIGUSR2 }), 0);
    assert_int_equal(kill(probe, SIGSTOP) | kill(probe, SIGCONT), 0);
    usleep(100000);
    error = errno;
    watcher_end(WATCHER_PROBE);
    assert_int_equal(error, 0);
}
