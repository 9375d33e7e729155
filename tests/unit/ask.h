/* SPDX-License-Identifier: MIT */
/* The exported functions, each called with a poisoned last error and sentinels in every output, and judged by all of
   what it did to them. */
#ifndef CYCLETIME_UNIT_ASK_H
#define CYCLETIME_UNIT_ASK_H

#include "apart.h"
#include "fake_unix.h"
#include "cycletime.h"

#define POISON 0xdeadbeefu
#define UNTOUCHED 0xccccccccccccccccull

enum question { THREAD_CYCLES, PROCESS_CYCLES, THREAD_TIMES, PROCESS_TIMES, QUESTIONS };

struct reply {
    BOOL returned;
    DWORD error;
    ULONG64 cycles, creation, exit, kernel, user;
};

/* The outputs lie OFFSET bytes from where they would be aligned. */
struct reply ask_at(enum question question, HANDLE handle, size_t offset);
struct reply ask(enum question question, HANDLE handle);

BOOLEAN is_about_threads(enum question question);
BOOLEAN is_about_cycles(enum question question);
enum fake_kind kind_of(enum question question);
HANDLE pseudo_handle(enum question question);

struct reply cycles_are(ULONG64 cycles);
struct reply times_are(ULONG64 creation, ULONG64 exit, ULONG64 kernel, ULONG64 user);
struct reply times_of(HANDLE handle, ULONG64 kernel, ULONG64 user);  /* with the dates of the handle's object */
struct reply failed_with(DWORD error);

/* Returns the correct answer about the handle's object: its cycles by its own counter, or by its times. */
struct reply true_answer(enum question question, HANDLE handle);

CYCLETIME_SOURCE source_of(CYCLETIME_QUESTION question);

void check_answer(struct reply got, struct reply expected, const char *file, int line);
#define assert_answer(got, expected) check_answer(got, expected, __FILE__, __LINE__)
#define assert_fails(question, handle, error) assert_answer(ask(question, handle), failed_with(error))
void check_true_answer(enum question question, HANDLE handle, const char *file, int line);
#define assert_true_answer(question, handle) check_true_answer(question, handle, __FILE__, __LINE__)

#define for_each_question(question) for (enum question question = 0; question < QUESTIONS; question++)

/* The call returns TRUE and leaves the last error alone, or FALSE with that last error. */
#define assert_done(call) assert_returns(call, TRUE, POISON)
#define assert_refused(call, error) assert_returns(call, FALSE, error)
#define assert_returns(call, returned, error) do { \
    SetLastError(POISON); \
    assert_int_equal(call, returned); \
    assert_int_equal(GetLastError(), error); \
} while (0)

int boot(void **state);
int boot_with_unixlib(void **state);  /* fake_unix_install() has been called */

#define AFTER(setup, machine, test) { #test " on " #machine, test, setup, NULL, (void *)&machine }
#define AFTER_ON_WINE(setup, test) AFTER(setup, wine_8, test), AFTER(setup, wine_10, test)
#define AFTER_ON_EVERY(setup, test) \
    AFTER(setup, windows_10, test), AFTER(setup, windows_xp, test), AFTER_ON_WINE(setup, test)
#define ON(machine, test) AFTER(boot, machine, test)
#define ON_WINE(test) AFTER_ON_WINE(boot, test)
#define ON_EVERY(test) AFTER_ON_EVERY(boot, test)

#define TEST_AFTER_ON(setup, machine, test) TEST_CASES(test, AFTER(setup, machine, test))
#define TEST_AFTER_ON_WINE(setup, test) TEST_CASES(test, AFTER_ON_WINE(setup, test))
#define TEST_AFTER_ON_EVERY(setup, test) TEST_CASES(test, AFTER_ON_EVERY(setup, test))
#define TEST_ON(machine, test) TEST_CASES(test, ON(machine, test))
#define TEST_ON_WINE(test) TEST_CASES(test, ON_WINE(test))
#define TEST_ON_EVERY(test) TEST_CASES(test, ON_EVERY(test))
#define TEST_ON_TWO(one, other, test) TEST_CASES(test, ON(one, test), ON(other, test))
#define TEST_ON_WINE_AND(machine, test) TEST_CASES(test, ON(machine, test), ON_WINE(test))

#endif
