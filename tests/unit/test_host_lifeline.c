/* SPDX-License-Identifier: MIT */
/* A process that holds on to another: it ends with that, and gets its interrupts, each once. */
#include "apart.h"
#include "host/lifeline.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static uint32_t name;
static pid_t holder;
static int heard; /* a byte from the holder's own handler */

static int words;

/* As Wine's, with the signal's details. */
static void handle(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)info;
    (void)context;
    if (write(words, "", 1) != 1) _exit(3);
}

/* A test that fails leaves nobody behind. */
static pid_t fork_bound(void)
{
    const pid_t child = fork();

    if (!child) prctl(PR_SET_PDEATHSIG, SIGKILL);
    return child;
}

static void be_handled(void)
{
    const struct sigaction action = { .sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART };

    if (sigaction(SIGINT, &action, NULL)) _exit(4);
}

static void be_holder(int ready)
{
    bool holds;

    be_handled();
    holds = lifeline_hold(name);
    if (write(ready, &holds, 1) != 1) _exit(2);
    for (;;) pause();
}

/* Wine answers it in a thread of its own. */
static void note(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)info;
    (void)context;
}

static int set_up(void **state)
{
    const struct sigaction action = { .sa_sigaction = note, .sa_flags = SA_SIGINFO | SA_RESTART };
    int pipes[2];
    bool holds = false;

    (void)state;
    if (sigaction(SIGINT, &action, NULL) || !lifeline_offer(&name) || pipe(pipes)) return 1;
    words = pipes[1];
    heard = pipes[0];
    holder = fork_bound();
    if (!holder) be_holder(pipes[1]);
    return holder < 0 || read(heard, &holds, 1) != 1 || !holds;
}

/* To the one, and as many times to this process. */
static void interrupt(bool holder_too, unsigned here)
{
    if (holder_too) kill(holder, SIGINT);
    for (; here; here--) kill(getpid(), SIGINT);
}

static int tear_down(void **state)
{
    (void)state;
    kill(holder, SIGKILL);
    return waitpid(holder, NULL, 0) != holder;
}

static unsigned count_heard(int patience)
{
    struct pollfd more = { .fd = heard, .events = POLLIN };
    unsigned count = 0;
    char byte;

    while (poll(&more, 1, patience) == 1 && read(heard, &byte, 1) == 1) count++;
    return count;
}

/* What the holder hears of one that it gets itself, or not, and of as many as come here. */
static void assert_heard(bool holder_too, unsigned here, unsigned expected)
{
    unsigned i;

    interrupt(holder_too, here);
    for (i = 0; i < here; i++) lifeline_pass_interrupt();
    assert_int_equal(count_heard(300), expected);
}

static void who_did_not_get_the_interrupt_itself_gets_it(void **state)
{
    (void)state;
    assert_heard(false, 1, 1);
}

static void who_got_the_interrupt_itself_does_not_get_it_again(void **state)
{
    (void)state;
    assert_heard(true, 1, 1);
}

static void two_that_come_together_are_one_also_if_the_second_is_answered_long_after(void **state)
{
    (void)state;
    interrupt(true, 2);
    lifeline_pass_interrupt();
    assert_int_equal(count_heard(1000), 1);
    lifeline_pass_interrupt();
    assert_int_equal(count_heard(300), 0);
}

static void one_does_not_stand_for_the_next(void **state)
{
    (void)state;
    assert_heard(true, 2, 1);
    assert_heard(false, 1, 1);
    assert_heard(false, 1, 1);
    assert_heard(true, 1, 1);
}

/* Its handler runs when it goes on; what came meanwhile does not count for later. */
static void who_has_it_before_it_does_not_get_it_again(void **state)
{
    int status;

    (void)state;
    kill(holder, SIGSTOP);
    assert_int_equal(waitpid(holder, &status, WUNTRACED), holder);
    interrupt(true, 2);
    lifeline_pass_interrupt();
    lifeline_pass_interrupt();
    kill(holder, SIGCONT);
    assert_int_equal(count_heard(300), 1);
    assert_heard(true, 1, 1);
}

static pid_t offer_in_another(void)
{
    int names[2];
    pid_t other;

    assert_int_equal(pipe(names), 0);
    other = fork_bound();
    if (!other) {
        if (!lifeline_offer(&name) || write(names[1], &name, sizeof name) != sizeof name) _exit(1);
        for (;;) pause();
    }
    assert_int_equal(read(names[0], &name, sizeof name), sizeof name);
    return other;
}

/* As a launcher under another one. */
static void be_between(int ready)
{
    uint32_t own;

    be_handled();
    if (!lifeline_hold(name) || !lifeline_offer(&own) || write(ready, "", 1) != 1) _exit(1);
    for (;;) pause();
}

static void who_holds_and_offers_handles_an_interrupt_once(void **state)
{
    const pid_t other = offer_in_another();
    int ready[2];
    char byte;

    assert_int_equal(pipe(ready), 0);
    heard = ready[0];
    words = ready[1];
    holder = fork_bound();
    if (!holder) be_between(ready[1]);
    assert_int_equal(read(heard, &byte, 1), 1);
    kill(holder, SIGINT);
    assert_int_equal(count_heard(1000), 1);
    assert_int_equal(waitpid(holder, NULL, WNOHANG), 0);
    tear_down(state);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
}

#define HELD(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        HELD(who_did_not_get_the_interrupt_itself_gets_it),
        HELD(who_got_the_interrupt_itself_does_not_get_it_again),
        HELD(two_that_come_together_are_one_also_if_the_second_is_answered_long_after),
        HELD(one_does_not_stand_for_the_next),
        HELD(who_has_it_before_it_does_not_get_it_again),
        cmocka_unit_test(who_holds_and_offers_handles_an_interrupt_once),
    };

    return RUN_APART(tests);
}
