/* SPDX-License-Identifier: MIT */
/* A thread is stopped in the middle of its first question, wherever that opens a file, as by a profiler: another asks the
   same meanwhile, and gets an answer. */
#include "apart.h"
#include "unix_call.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

int __real_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...);

static _Thread_local int opens_left; /* 0: it is not stopped */
static sem_t stopped, resumed;

int __wrap_open64(const char *path, int flags, ...)
{
    va_list arguments;
    mode_t mode;

    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
    if (opens_left && !--opens_left) {
        sem_post(&stopped);
        sem_wait(&resumed);
    }
    return __real_open64(path, flags, mode);
}

/* No process has ever reported about this id. */
static int32_t ask_about_a_process(void)
{
    struct unixlib_process process = { .id = 4, .creation = 1 };

    return call(UNIXLIB_CALL_PROCESS, &process);
}

static struct question {
    int32_t (*ask)(void);
    int32_t answer;
} question;

static void *stop_in_it(void *nothing)
{
    opens_left = 1;
    return question.ask() == question.answer ? NULL : "another answer";
}

static void assert_nobody_waits(void)
{
    pthread_t thread;
    void *wrong;

    assert_int_equal(pthread_create(&thread, NULL, stop_in_it, NULL), 0);
    sem_wait(&stopped);
    alarm(20);
    assert_int_equal(question.ask(), question.answer);
    assert_int_equal(question.ask(), question.answer);
    alarm(0);
    sem_post(&resumed);
    assert_int_equal(pthread_join(thread, &wrong), 0);
    assert_null(wrong);
    assert_int_equal(question.ask(), question.answer);
}

TEST(a_first_question_about_processors_does_not_wait_for_another)
{
    question = (struct question){ call_processor, UNIXLIB_DONE };
    assert_nobody_waits();
}

TEST(a_first_question_about_processes_does_not_wait_for_another)
{
    struct unixlib_process_begin begin = { .id = 8, .creation = 1 };

    question = (struct question){ ask_about_a_process, UNIXLIB_UNKNOWN };
    assert_nobody_waits();
    assert_int_equal(call(UNIXLIB_CALL_PROCESS_BEGIN, &begin), UNIXLIB_DONE);
    assert_int_equal(call(UNIXLIB_CALL_PROCESS_END, NULL), UNIXLIB_DONE); /* and the file goes */
}

static char prefix[] = "/tmp/cycletime-stopped-XXXXXX";

static int make_prefix(void **state)
{
    return !mkdtemp(prefix) || setenv("WINEPREFIX", prefix, 1) || sem_init(&stopped, 0, 0) || sem_init(&resumed, 0, 0);
}

static int remove_prefix(void **state)
{
    return rmdir(prefix);
}

static void waits(int signal)
{
    static const char line[] = "a question waits for a thread that is stopped\n";

    _exit(write(2, line, sizeof line - 1) < 0 ? 2 : 1);
}

ALL_BETWEEN(make_prefix, remove_prefix)

int main(void)
{
    signal(SIGALRM, waits);
    return run_all_tests();
}
