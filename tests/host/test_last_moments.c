/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "last_moments.h"
#include "linux_clock.h"
#include "other_process.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t start(bool busy)
{
    const pid_t parent = getpid(), child = fork();

    if (child) return child;
    /* A test that fails leaves nobody behind. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent) _exit(1);
    for (;;) if (!busy) pause();
}

static void end(pid_t child)
{
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static void wait_until_it_has_run(pid_t child, uint64_t total)
{
    uint64_t now;

    do {
        usleep(1000);
        assert_true(other_process_total(child, &now));
    } while (now < total);
}

/* Linux tells its end before the last steps of it, which cost 20 us once in 40 times beside two hogs. A millisecond is a
   fifth of what is missed where nobody looks at its clock any more. */
static void a_killed_process_is_seen_to_its_end(void **state)
{
    const uint64_t last_steps = 1000000, run = 5000000;
    const pid_t child = start(true);
    struct last_moments moments;
    uint64_t before, after;

    (void)state;
    assert_true(last_moments_begin(child, &moments));
    before = moments.total;
    moments.deadline += 60000000000; /* on a busy machine it takes its time to run, and to die */
    wait_until_it_has_run(child, before + run);
    kill(child, SIGKILL);
    last_moments_end(&moments, true);
    waitid(P_PID, (id_t)child, &(siginfo_t){ 0 }, WEXITED | WNOWAIT);
    assert_true(other_process_total(child, &after));
    assert_true(moments.total >= before + run);
    if (moments.descriptor >= 0) assert_in_range(after, moments.total, moments.total + last_steps);
    end(child);
}

static void a_process_that_lives_on_is_not_waited_for(void **state)
{
    const pid_t child = start(false);
    struct last_moments moments;
    uint64_t begin, now;

    (void)state;
    assert_true(linux_steady_clock(&begin));
    assert_true(last_moments_begin(child, &moments));
    last_moments_end(&moments, true);
    assert_true(linux_steady_clock(&now));
    assert_true(now >= moments.deadline && now - begin < 10000000000);
    end(child);
}

static void a_process_that_is_not_killed_is_left_at_once(void **state)
{
    const pid_t child = start(true);
    struct last_moments moments;
    uint64_t before;

    (void)state;
    assert_true(last_moments_begin(child, &moments));
    before = moments.total;
    last_moments_end(&moments, false);
    assert_int_equal(moments.total, before);
    assert_int_equal(close(moments.descriptor), -1);
    end(child);
}

static void a_process_that_is_gone_is_unknown(void **state)
{
    const pid_t child = start(false);
    struct last_moments moments;

    (void)state;
    end(child);
    assert_false(last_moments_begin(child, &moments));
    assert_int_equal(moments.descriptor, -1);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_killed_process_is_seen_to_its_end),
        cmocka_unit_test(a_process_that_lives_on_is_not_waited_for),
        cmocka_unit_test(a_process_that_is_not_killed_is_left_at_once),
        cmocka_unit_test(a_process_that_is_gone_is_unknown),
    };
    return RUN_APART(tests);
}
