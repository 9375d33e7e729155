/* SPDX-License-Identifier: MIT */
/* The threads that Wine's ntdll.so creates: which of them are registered before they begin. */
#include "apart.h"
#include "inject/preload/background.h"
#include "inject/preload/exit_status.h"
#include "inject/preload/inject.h"
#include "inject/preload/threads.h"
#include "protocol/unixlib_calls.h"

#include <pthread.h>

enum { PAGE = 4096, ID = 0x123 };

static _Alignas(PAGE) char teb_page[PAGE], data_page[PAGE];
static struct thread_environment *const teb = (struct thread_environment *)teb_page;
static bool starts_in_ntdll;
static uint32_t registered; /* the id of the last thread that was; 0: none was */
static void *started_with;
static bool may_be_here;
static int looks, finds; /* how often the list of mappings and ld.so were asked */

bool ntdll_has(const struct ntdll *ntdll, uintptr_t code)
{
    (void)ntdll, (void)code;
    return starts_in_ntdll;
}

bool ntdll_may_be_here(void)
{
    looks++;
    return may_be_here;
}

bool ntdll_find(struct ntdll *ntdll)
{
    (void)ntdll;
    finds++;
    return false;
}

bool ntdll_is_about_to_begin(struct ntdll *ntdll)
{
    (void)ntdll;
    return false;
}

struct thread_environment *ntdll_thread(const struct ntdll *ntdll)
{
    (void)ntdll;
    return NULL;
}

void exit_status_of_last_thread(uint32_t code, bool has_begun)
{
    (void)code, (void)has_begun;
}

void inject_hooks(const struct ntdll *ntdll)
{
    (void)ntdll;
}

void background_leave_server_stderr(void)
{
}

static int32_t register_thread(void *arguments)
{
    const struct unixlib_thread_begin *begin = arguments;

    assert_int_equal(begin->at_once, 1);
    registered = begin->id;
    return UNIXLIB_DONE;
}

static void *wine_start(void *argument)
{
    started_with = argument;
    return NULL;
}

/* Returns the id with which a thread is registered that begins with ARGUMENT. */
static uint32_t id_of_thread(void *argument)
{
    const struct ntdll ntdll = { .begin = 0 };
    pthread_t thread;

    teb->self = teb;
    teb->thread = ID;
    registered = 0;
    started_with = NULL;
    threads_call(&ntdll, register_thread);
    assert_int_equal(pthread_create(&thread, NULL, wine_start, argument), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_ptr_equal(started_with, argument);
    return registered;
}

TEST(a_thread_of_wine_8_whose_argument_is_its_teb_is_registered)
{
    starts_in_ntdll = true;
    assert_int_equal(id_of_thread(teb), ID);
}

TEST(a_thread_of_wine_11_8_whose_argument_has_its_teb_is_registered)
{
    starts_in_ntdll = true;
    memcpy(data_page, &teb, sizeof teb);
    assert_int_equal(id_of_thread(data_page), ID);
}

TEST(a_thread_of_wine_11_9_that_runs_no_windows_code_is_not_registered)
{
    starts_in_ntdll = true;
    memset(data_page, 0, sizeof teb);
    assert_int_equal(id_of_thread(data_page), 0);
    assert_int_equal(id_of_thread(NULL), 0);
}

TEST(a_thread_that_other_code_creates_is_not_registered)
{
    starts_in_ntdll = false;
    assert_int_equal(id_of_thread(teb), 0);
}

static void handle(int number)
{
    (void)number;
}

static void set_handler(void (*handler)(int), int times)
{
    const struct sigaction action = { .sa_handler = handler };
    struct sigaction before;

    for (looks = finds = 0; times; times--) {
        assert_int_equal(sigaction(SIGSEGV, &action, NULL), 0);
        assert_int_equal(sigaction(SIGSEGV, NULL, &before), 0);
        assert_ptr_equal(before.sa_handler, handler);
    }
}

TEST(ld_so_is_asked_for_ntdll_only_where_that_may_be)
{
    may_be_here = true;
    set_handler(handle, 200);
    assert_int_equal(finds, 200);
    may_be_here = false;
    set_handler(handle, 1);
    assert_int_equal(finds, 0);
    assert_int_equal(looks, 1);
}

TEST(a_program_that_sets_its_handler_all_the_time_is_looked_at_some_times)
{
    may_be_here = false;
    set_handler(handle, 200);
    assert_in_range(looks, 20, 100);
    assert_int_equal(finds, 0);
}

TEST(the_default_action_is_no_handler_of_wine_s)
{
    may_be_here = true;
    set_handler(SIG_DFL, 1);
    assert_int_equal(looks, 0);
}
