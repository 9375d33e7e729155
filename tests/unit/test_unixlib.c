/* SPDX-License-Identifier: MIT */
/* Tests which queries go to the unixlib and which to NT, and the results of both. */
#include "ask.h"
#include "library/query/cpu_time.h"
#include "library/query/query.h"

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved);

static int boot_with_figures(void **state)
{
    boot_with_unixlib(state);
    fake_unix_count();
    return 0;
}

/* The unixlib knows a thread: with twice the time that NT reports, so that it is seen which source answers. */
static HANDLE known_thread(enum unixlib_thread_state state)
{
    HANDLE handle = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(handle);

    fake_unix_know_thread(object, state, (object->kernel + object->user) * 200);
    fake_unix.thread.kernel = object->user * 100;
    return handle;
}

static ULONG calls_of(enum question question, HANDLE handle)
{
    ULONG before = fake_calls();

    ask(question, handle);
    return fake_calls() - before;
}

TEST_AFTER_ON_WINE(boot_with_figures, own_thread_is_answered_without_a_call_of_nt)
{
    assert_answer(ask(THREAD_CYCLES, NT_CURRENT_THREAD), cycles_are(5000000000));
    assert_int_equal(calls_of(THREAD_CYCLES, NT_CURRENT_THREAD), 0);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_OWN_THREAD_CYCLES], 2);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_THREAD_BEGIN], 0);
}

TEST_AFTER_ON_WINE(boot_with_figures, own_thread_begins_with_its_first_question)
{
    fake_unix.unknown_caller = TRUE;
    assert_answer(ask(THREAD_CYCLES, NT_CURRENT_THREAD), cycles_are(5000000000));
    assert_int_equal(fake_unix.begun, fake.own_thread->id);
    fake_unix.unknown_caller = TRUE;
    assert_answer(ask(THREAD_TIMES, NT_CURRENT_THREAD), times_of(NT_CURRENT_THREAD, 2500000, 7500000));
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_THREAD_BEGIN], 2);
}

TEST_AFTER_ON_WINE(boot_with_figures, own_thread_is_known_by_another_handle)
{
    HANDLE handle = fake_open_fully(fake.own_thread);

    assert_answer(ask(THREAD_CYCLES, handle), cycles_are(5000000000));
    assert_answer(ask(THREAD_TIMES, handle), times_of(NT_CURRENT_THREAD, 2500000, 7500000));
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_THREAD], 0);
}

TEST_AFTER_ON_WINE(boot_with_figures, own_creation_times_are_asked_once)
{
    assert_answer(ask(THREAD_TIMES, NT_CURRENT_THREAD), times_of(NT_CURRENT_THREAD, 2500000, 7500000));
    assert_answer(ask(PROCESS_TIMES, NT_CURRENT_PROCESS), times_of(NT_CURRENT_PROCESS, 10000000, 20000000));
    assert_int_equal(calls_of(THREAD_TIMES, NT_CURRENT_THREAD), 0);
    assert_int_equal(calls_of(PROCESS_TIMES, NT_CURRENT_PROCESS), 0);
    assert_int_equal(fake.count[CALL_THREAD_TIMES], 1);
    assert_int_equal(fake.count[CALL_PROCESS_TIMES], 1);
}

TEST_AFTER_ON_WINE(boot_with_figures, own_process_is_answered_without_a_call_of_nt)
{
    assert_answer(ask(PROCESS_CYCLES, NT_CURRENT_PROCESS), cycles_are(9000000000));
    assert_int_equal(calls_of(PROCESS_CYCLES, NT_CURRENT_PROCESS), 0);
    assert_int_equal(calls_of(PROCESS_CYCLES, fake_open_fully(fake.own_process)), 1);
}

TEST_AFTER_ON_WINE(boot_with_figures, another_thread_costs_one_call_of_nt)
{
    HANDLE thread = known_thread(UNIXLIB_THREAD_LIVE);

    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(7000000000));
    fake_unix.thread.cycles++;
    assert_int_equal(calls_of(THREAD_CYCLES, thread), 1);
    fake_unix.thread.cycles++;
    assert_int_equal(calls_of(THREAD_CYCLES, thread), 1);
}

/* Half of twice the time each, as the system divides it. */
TEST_AFTER_ON_WINE(boot_with_figures, another_threads_exact_total_is_divided_as_the_system_does)
{
    HANDLE thread = known_thread(UNIXLIB_THREAD_LIVE);
    struct fake_object *object = fake_object_of(thread);
    struct reply reply = ask(THREAD_TIMES, thread);

    assert_int_equal(reply.returned, TRUE);
    assert_int_equal(reply.creation, object->creation);
    assert_int_equal(reply.kernel + reply.user, 2 * (object->kernel + object->user));
    assert_in_range(reply.kernel, 2 * object->kernel - 1, 2 * object->kernel);
}

TEST_AFTER_ON_WINE(boot_with_figures, ended_thread_has_its_final_figures_and_the_systems_dates)
{
    HANDLE thread = known_thread(UNIXLIB_THREAD_ENDED);
    struct fake_object *object = fake_object_of(thread);
    ULONG64 total = (object->kernel + object->user) * 2;

    fake_end(object);
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(7000000000));
    assert_answer(ask(THREAD_TIMES, thread), times_of(thread, object->user, total - object->user));
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(7000000000));
}

/* By its entry it has ended, by the system it lives: in its last moments, or a new bearer that has not begun. */
TEST_AFTER_ON_WINE(boot_with_figures, thread_that_ends_just_now_is_distinguished_from_the_next_bearer_of_its_id)
{
    HANDLE thread = known_thread(UNIXLIB_THREAD_ENDED);

    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(7000000000));
    fake_object_of(thread)->creation++;
    fake_object_of(thread)->cycles = 0;
    assert_true_answer(THREAD_TIMES, thread);
}

TEST_AFTER_ON_WINE(boot_with_figures, bearer_of_a_reused_id_is_answered_by_nt_until_it_begins)
{
    HANDLE thread = known_thread(UNIXLIB_THREAD_ENDED);

    fake_unix.thread.creation--;
    assert_true_answer(THREAD_CYCLES, thread);
    assert_true_answer(THREAD_TIMES, thread);
}

TEST_AFTER_ON_WINE(boot_with_figures, thread_of_another_process_is_answered_by_nt)
{
    HANDLE thread = known_thread(UNIXLIB_THREAD_LIVE);

    fake_object_of(thread)->process = 0x4444;
    assert_true_answer(THREAD_TIMES, thread);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_THREAD], 0);
}

/* With twice the time that NT reports, so that it is seen which source answers. */
static HANDLE known_thread_of_another_process(enum unixlib_thread_state state)
{
    HANDLE handle = fake_handle(FAKE_THREAD);
    struct fake_object *object = fake_object_of(handle);

    object->process = 0x4444;
    fake_unix.other_thread = (struct unixlib_other_thread){
        .id = object->id, .process = 0x4444, .creation = object->creation, .state = state, .cycles = 7000000000,
        .total = (object->kernel + object->user) * 200, .kernel = object->user * 100 };
    return handle;
}

static void assert_end_is_reported(enum question question, HANDLE handle, const uint32_t *ended)
{
    ask(question, handle);
    assert_false(*ended);
    fake_end(fake_object_of(handle));
    ask(question, handle);
    assert_true(*ended);
}

TEST_AFTER_ON_WINE(boot_with_figures, unixlib_is_reported_that_the_system_reports_a_threads_end)
{
    HANDLE thread = known_thread(UNIXLIB_THREAD_LIVE);

    assert_end_is_reported(THREAD_TIMES, thread, &fake_unix.thread.ended);
    fake_unix.thread.ended = FALSE;
    ask(THREAD_CYCLES, thread);
    assert_true(fake_unix.thread.ended);
}

/* The system reports STATUS_PENDING as the exit code of live threads. */
TEST_AFTER_ON_WINE(boot_with_figures, thread_with_an_exit_time_has_ended_whatever_its_exit_code)
{
    HANDLE thread = known_thread(UNIXLIB_THREAD_LIVE);

    fake_end(fake_object_of(thread));
    fake_object_of(thread)->exit_code = STATUS_PENDING;
    ask(THREAD_TIMES, thread);
    assert_true(fake_unix.thread.ended);
}

TEST_AFTER_ON_WINE(boot_with_figures, unixlib_is_reported_that_the_system_reports_the_end_of_another_processes_thread)
{
    HANDLE thread = known_thread_of_another_process(UNIXLIB_THREAD_LIVE);

    assert_end_is_reported(THREAD_TIMES, thread, &fake_unix.other_thread.ended);
}

/* The unixlib knows how the thread runs. */
static void know_scheduling(HANDLE handle, char letter)
{
    const struct fake_object *object = fake_object_of(handle);

    fake_unix.scheduled = (struct unixlib_scheduled_thread){
        .id = object->id, .process = object->process, .creation = object->creation, .scheduling = { (uint8_t)letter, 77 }
    };
}

static struct thread_information information_of(HANDLE thread)
{
    struct thread_information information;

    assert_int_equal(query_thread_information(thread, &information), STATUS_SUCCESS);
    return information;
}

static void assert_no_information(HANDLE thread, NTSTATUS status)
{
    struct thread_information information;

    assert_int_equal(query_thread_information(thread, &information), status);
}

static void assert_scheduling(struct nt_scheduling scheduling, ULONG switches, ULONG state, ULONG reason)
{
    assert_int_equal(scheduling.switches, switches);
    assert_int_equal(scheduling.state, state);
    assert_int_equal(scheduling.wait_reason, reason);
}

TEST_AFTER_ON_WINE(boot_with_figures, letters_of_linux_are_windows_states)
{
    static const struct {
        char letter;
        ULONG state, reason;
    } states[] = { { 'R', 2, 0 }, { 'S', 5, 0 }, { 'D', 5, 0 }, { 'I', 5, 0 }, { 'T', 5, 5 }, { 't', 5, 5 }, { 'Z', 4, 0 },
                   { 'X', 4, 0 } };
    HANDLE own = known_thread(UNIXLIB_THREAD_LIVE), others = known_thread_of_another_process(UNIXLIB_THREAD_LIVE);
    ULONG i;

    for (i = 0; i < ARRAYSIZE(states); i++) {
        know_scheduling(own, states[i].letter);
        assert_scheduling(information_of(own).scheduling, 77, states[i].state, states[i].reason);
        know_scheduling(others, states[i].letter);
        assert_scheduling(information_of(others).scheduling, 77, states[i].state, states[i].reason);
    }
}

TEST_AFTER_ON_WINE(boot_with_figures, information_of_a_thread_is_the_systems_with_the_unixlibs_times)
{
    HANDLE thread = known_thread(UNIXLIB_THREAD_LIVE);
    const struct fake_object *object = fake_object_of(thread);
    struct thread_information information;

    know_scheduling(thread, 'R');
    fake.start = &fake;
    information = information_of(thread);
    assert_int_equal(information.basics.identity.id, object->id);
    assert_int_equal(information.basics.priority, 9);
    assert_int_equal(information.basics.base_priority, 8);
    assert_ptr_equal(information.basics.start, &fake);
    assert_int_equal(information.times.creation, object->creation);
    assert_int_equal(information.times.kernel + information.times.user, 2 * (object->kernel + object->user));
    fake.start = NULL;
    assert_null(information_of(thread).basics.start);
}

TEST_AFTER_ON_WINE(boot_with_figures, thread_that_the_system_reports_as_ended_is_terminated)
{
    HANDLE thread = known_thread(UNIXLIB_THREAD_ENDED);

    know_scheduling(thread, 'R');
    fake_end(fake_object_of(thread));
    assert_scheduling(information_of(thread).scheduling, 0, 4, 0);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_SCHEDULING], 0);
}

TEST_AFTER_ON_WINE(boot_with_figures, thread_that_has_not_begun_has_no_state_yet)
{
    HANDLE own = known_thread(UNIXLIB_THREAD_LIVE), others = known_thread_of_another_process(UNIXLIB_THREAD_LIVE);

    assert_scheduling(information_of(own).scheduling, 0, 0, 0);
    assert_no_information(others, STATUS_NOT_SUPPORTED);
}

TEST_AFTER_ON_WINE(boot_with_figures, handle_without_the_right_has_no_information)
{
    assert_no_information(fake_open(fake.own_thread, SYNCHRONIZE), STATUS_ACCESS_DENIED);
}

TEST_ON_EVERY(without_unixlib_nobody_knows_how_threads_run)
{
    assert_false(unixlib_answers(CYCLETIME_QUESTION_THREAD_TIMES));
    assert_no_information(NT_CURRENT_THREAD, STATUS_NOT_SUPPORTED);
}

/* The fake list has one thread, the calling one. */
static void assert_listed(ULONG switches, ULONG state)
{
    struct nt_process_list list;
    struct nt_listed_process process;
    struct nt_listed_thread thread;

    assert_int_equal(nt_process_list_open(&list), STATUS_SUCCESS);
    query_process_list(&list);
    list.offset = 0;
    do assert_true(nt_process_list_next(&list, &process));
    while (process.id != fake.own_process->id);
    assert_int_equal(process.threads, 1);
    nt_process_list_thread(&process, 0, &thread);
    assert_scheduling(thread.scheduling, switches, state, 0);
    nt_release(list.block);
}

TEST_AFTER_ON_WINE(boot_with_figures, list_has_the_states_of_this_processs_threads)
{
    const struct fake_object *self = fake.own_process;

    assert_listed(0, 0);
    fake_unix.process = (struct unixlib_process){ .id = self->id, .creation = self->creation };
    fake_unix.other_thread = (struct unixlib_other_thread){ .id = fake.own_thread->id, .process = self->id,
        .creation = fake.own_thread->creation, .scheduling = { 'R', 88 } };
    assert_listed(88, 2);
}

TEST_AFTER_ON_WINE(boot_with_figures, ended_thread_of_another_process_has_its_final_figures_and_the_systems_dates)
{
    HANDLE thread = known_thread_of_another_process(UNIXLIB_THREAD_ENDED);
    struct fake_object *object = fake_object_of(thread);

    assert_answer(ask(THREAD_TIMES, thread), times_of(thread, object->user, 2 * object->kernel + object->user));
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(7000000000));
}

TEST_AFTER_ON_WINE(boot_with_figures, live_thread_of_another_process_is_divided_as_the_system_does)
{
    HANDLE thread = known_thread_of_another_process(UNIXLIB_THREAD_LIVE);
    struct fake_object *object = fake_object_of(thread);

    assert_answer(ask(THREAD_TIMES, thread), times_of(thread, 2 * object->kernel, 2 * object->user));
}

TEST_AFTER_ON_WINE(boot_with_figures, earlier_bearer_of_the_id_in_another_process_is_answered_by_nt)
{
    HANDLE thread = known_thread_of_another_process(UNIXLIB_THREAD_ENDED);

    fake_unix.other_thread.creation--;
    assert_true_answer(THREAD_TIMES, thread);
}

TEST_AFTER_ON_WINE(boot_with_figures, the_system_says_whether_another_process_has_ended)
{
    assert_end_is_reported(PROCESS_TIMES, fake_handle(FAKE_PROCESS), &fake_unix.process_asked.ended);
}

TEST_AFTER_ON_WINE(boot_with_figures, an_ended_process_without_a_record_has_the_last_times_or_zeros)
{
    static const ULONG shared[] = { UNIXLIB_SHARED, UNIXLIB_SHARED_ELSEWHERE, UNIXLIB_SHARED_FULL, UNIXLIB_NOT_SHARED };
    HANDLE process;
    unsigned i;

    for (i = 0; i < ARRAYSIZE(shared); i++) {
        fake_unix.shared = shared[i];
        process = fake_handle(FAKE_PROCESS);
        assert_true_answer(PROCESS_TIMES, process);
        fake_end(fake_object_of(process));
        assert_true_answer(PROCESS_TIMES, process);
        process = fake_ended(FAKE_PROCESS);
        assert_answer(ask(PROCESS_TIMES, process), times_of(process, 0, 0));
    }
}

TEST_AFTER_ON_WINE(boot_with_figures, descendants_are_reported_and_never_less)
{
    HANDLE process = fake_handle(FAKE_PROCESS);
    struct fake_object *object = fake_object_of(process);
    ULONG64 kernel = 1, user = 1;

    assert_refused(CycletimeQueryDescendantTimes(process, &kernel, &user), ERROR_NOT_SUPPORTED);
    assert_true(kernel == 1 && user == 1);
    fake_unix.descendants = (struct unixlib_descendants){ .id = object->id, .creation = object->creation, .total = 5000,
                                                       .kernel = 2000 };
    assert_true(CycletimeQueryDescendantTimes(process, &kernel, &user));
    assert_true(kernel == 20 && user == 30);
    fake_unix.descendants.total = 4000;
    assert_true(CycletimeQueryDescendantTimes(process, &kernel, &user));
    assert_true(kernel == 20 && user == 30);
    assert_refused(CycletimeQueryDescendantTimes(process, &kernel, NULL), ERROR_INVALID_PARAMETER);
}

/* In use, as from hooking on. */
static void use_unixlib(void)
{
    CYCLETIME_UNIXLIB_STATE state;

    assert_true(CycletimeQueryUnixlibState(&state));
}

static void assert_kept(const struct fake_object *process, enum unixlib_kill step, ULONG code)
{
    assert_int_equal(fake_unix.exit.id, process->id);
    assert_true(fake_unix.exit.creation == process->creation);
    assert_int_equal(fake_unix.exit.step, step);
    assert_int_equal(fake_unix.exit.code, code);
}

/* Another process ends this one with ITS code at the same time. */
static void assert_outcome_kept(HANDLE handle, NTSTATUS its)
{
    struct fake_object *process = fake_object_of(handle);
    struct query_kill kill;

    assert_true(query_kill_begins(handle, 0, 77, &kill));
    assert_kept(process, UNIXLIB_KILL_BEGINS, 77);
    fake_end(process);
    process->exit_code = its;
    query_kill_ends(&kill, TRUE);
    assert_kept(process, UNIXLIB_KILL_DONE, (ULONG)its);
    assert_int_equal(fake.blocks, 0);
}

TEST_AFTER_ON_WINE(boot_with_figures, a_kill_is_recorded_before_it_and_then_with_the_code_that_the_system_reports)
{
    use_unixlib();
    assert_outcome_kept(fake_handle(FAKE_PROCESS), 77);
    assert_outcome_kept(fake_handle(FAKE_PROCESS), 9);
    assert_outcome_kept(fake_open(fake_object(FAKE_PROCESS), PROCESS_TERMINATE), 0);
}

TEST_AFTER_ON_WINE(boot_with_figures, the_record_of_a_kill_that_is_refused_is_taken_back)
{
    HANDLE handle = fake_handle(FAKE_PROCESS);
    struct query_kill kill;

    use_unixlib();
    assert_true(query_kill_begins(handle, 0, 77, &kill));
    query_kill_ends(&kill, FALSE);
    assert_kept(fake_object_of(handle), UNIXLIB_KILL_REFUSED, 77);
    assert_int_equal(fake.blocks, 0);
}

TEST_AFTER_ON_WINE(boot_with_figures, a_process_that_has_ended_keeps_the_code_that_the_system_reports)
{
    HANDLE handle = fake_ended(FAKE_PROCESS);
    struct query_kill kill;

    use_unixlib();
    fake_object_of(handle)->exit_code = STATUS_STACK_BUFFER_OVERRUN;
    assert_false(query_kill_begins(handle, 0, 1, &kill));
    assert_kept(fake_object_of(handle), UNIXLIB_KILL_DONE, STATUS_STACK_BUFFER_OVERRUN);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_EXIT_CODE], 1);
}

/* Windows has the code before all threads have ended. */
TEST_AFTER_ON_WINE(boot_with_figures, a_process_that_has_not_ended_yet_has_no_outcome)
{
    HANDLE handle = fake_handle(FAKE_PROCESS);
    struct query_kill kill;

    use_unixlib();
    assert_true(query_kill_begins(handle, 0, 77, &kill));
    query_kill_ends(&kill, TRUE);
    assert_kept(fake_object_of(handle), UNIXLIB_KILL_BEGINS, 77);
    assert_true(query_kill_begins(handle, 0, STILL_ACTIVE, &kill));
    query_kill_ends(&kill, TRUE);
    assert_kept(fake_object_of(handle), UNIXLIB_KILL_DONE, STILL_ACTIVE);
}

TEST_AFTER_ON_WINE(boot_with_figures, if_the_handle_is_closed_during_a_kill_no_other_process_is_taken_for_it)
{
    HANDLE handle = fake_handle(FAKE_PROCESS);
    struct fake_object *other = fake_object(FAKE_PROCESS);
    struct query_kill kill;

    use_unixlib();
    fake_end(other);
    other->exit_code = 5;
    assert_true(query_kill_begins(handle, 0, 77, &kill));
    fake_close(handle);
    fake_reuse(handle, other);
    query_kill_ends(&kill, TRUE);
    assert_int_equal(fake_unix.exit.step, UNIXLIB_KILL_BEGINS);
}

TEST_AFTER_ON_WINE(boot_with_figures, a_kill_that_will_be_refused_or_of_one_that_is_not_known_is_not_recorded)
{
    struct query_kill kill;

    assert_false(query_kill_begins(fake_handle(FAKE_PROCESS), 0, 77, &kill));
    assert_int_equal(fake_unix.load_count, 0);
    assert_int_equal(fake_calls(), 0);
    use_unixlib();
    assert_false(query_kill_begins(fake_open(fake_object(FAKE_PROCESS), PROCESS_QUERY_INFORMATION), 0, 77, &kill));
    fake.keeps_rights = TRUE;
    assert_false(query_kill_begins(fake_open(fake_object(FAKE_PROCESS), PROCESS_TERMINATE), 0, 77, &kill));
    assert_false(query_kill_begins(NULL, 0, 77, &kill));
    assert_false(query_kill_begins(fake_handle(FAKE_EVENT), 0, 77, &kill));
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_EXIT_CODE], 0);
}

/* The last process of the job is reported last. */
TEST_AFTER_ON_WINE(boot_with_figures, the_end_of_a_job_is_recorded_as_the_kill_of_each_process)
{
    HANDLE job = fake_open(fake_object(FAKE_JOB), JOB_OBJECT_TERMINATE);
    struct fake_object *first = fake_object(FAKE_PROCESS), *last = fake_object(FAKE_PROCESS);
    struct query_kill *kills;
    ULONG count;

    use_unixlib();
    kills = query_job_kills_begin(job, 11, &count);
    assert_true(kills && count >= 2);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_EXIT_CODE], count);
    assert_kept(last, UNIXLIB_KILL_BEGINS, 11);
    fake_end(first);
    fake_end(last);
    last->exit_code = 9;
    query_job_kills_end(kills, count, TRUE);
    assert_kept(last, UNIXLIB_KILL_DONE, 9);
    assert_int_equal(fake.blocks, 0);
}

TEST_AFTER_ON_WINE(boot_with_figures, the_end_of_a_job_that_will_be_refused_is_not_recorded)
{
    HANDLE job = fake_open(fake_object(FAKE_JOB), JOB_OBJECT_QUERY);
    ULONG count = 0xcccccccc;

    use_unixlib();
    fake_object(FAKE_PROCESS);
    assert_null(query_job_kills_begin(job, 11, &count));
    assert_int_equal(count, 0);
    query_job_kills_end(NULL, 0, FALSE);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_EXIT_CODE], 0);
}

TEST_AFTER_ON_WINE(boot_with_figures, a_process_reports_with_what_it_ends_where_the_unixlib_is)
{
    query_unixlib_process_exits(5, FALSE);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_EXIT_CODE], 0);
    use_unixlib();
    query_unixlib_process_exits(0xc0000005, TRUE);
    assert_true(fake_unix.exit.code == 0xc0000005 && !fake_unix.exit.id && fake_unix.exit.by_event);
}

/* Without a question of its own, which a start would wait for. */
TEST_AFTER_ON_WINE(boot_with_figures, a_process_that_begins_says_so_with_its_thread_and_is_asked_nothing)
{
    query_unixlib_begins(0);
    assert_true(fake_unix.process_begun.id == GetCurrentProcessId() && fake_unix.begun == GetCurrentThreadId());
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_PROCESS_AWAITED], 1);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_OWN_THREAD_CYCLES], 0);
}

TEST_AFTER_ON_WINE(boot_with_figures, thread_or_process_that_the_unixlib_does_not_know_is_answered_by_nt)
{
    for_each_question(question) assert_true_answer(question, fake_handle(kind_of(question)));
}

TEST_AFTER_ON_WINE(boot_with_figures, killed_thread_has_its_last_published_times)
{
    HANDLE thread = known_thread(UNIXLIB_THREAD_LIVE);

    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(7000000000));
    fake_end(fake_object_of(thread));
    fake_unix.thread.state = UNIXLIB_THREAD_GONE;
    fake_unix.thread.cycles = 7000000001;
    assert_answer(ask(THREAD_CYCLES, thread), cycles_are(7000000001));
    assert_int_equal(ask(THREAD_TIMES, thread).returned, TRUE);
}

TEST_AFTER_ON_WINE(boot_with_figures, killed_thread_that_was_never_asked_has_no_cycles)
{
    HANDLE thread = known_thread(UNIXLIB_THREAD_GONE);

    fake_end(fake_object_of(thread));
    fake_unix.thread.cycles = 0;
    assert_fails(THREAD_CYCLES, thread, ERROR_NOT_SUPPORTED);
}

TEST_AFTER_ON_WINE(boot_with_figures, rights_are_the_systems_matter)
{
    for_each_question(question) {
        assert_fails(question, fake_open(fake_object_of(pseudo_handle(question)), SYNCHRONIZE), ERROR_ACCESS_DENIED);
        assert_fails(question, NULL, ERROR_INVALID_HANDLE);
        assert_fails(question, fake_handle(FAKE_EVENT), ERROR_INVALID_HANDLE);
    }
}

TEST_AFTER_ON_WINE(boot_with_figures, times_that_run_back_are_held)
{
    assert_answer(ask(PROCESS_TIMES, NT_CURRENT_PROCESS), times_of(NT_CURRENT_PROCESS, 10000000, 20000000));
    assert_answer(ask(PROCESS_CYCLES, NT_CURRENT_PROCESS), cycles_are(9000000000));
    fake_unix.process_times = (struct unixlib_times){ .total = 2900000000, .kernel = 1100000000 };
    fake_unix.process_cycles = 8000000000;
    assert_answer(ask(PROCESS_TIMES, NT_CURRENT_PROCESS), times_of(NT_CURRENT_PROCESS, 10000000, 20000000));
    assert_answer(ask(PROCESS_CYCLES, NT_CURRENT_PROCESS), cycles_are(9000000000));
}

TEST_AFTER_ON_WINE(boot_with_figures, own_process_by_its_pseudo_handle_and_by_another_is_one)
{
    const ULONG64 rising[] = { 9000000000, 9000000001, 9000000002, 9000000003 };
    HANDLE handles[] = { NT_CURRENT_PROCESS, fake_open_fully(fake.own_process) };
    int i;

    for (i = 0; i < 4; i++) {
        fake_unix.process_cycles = rising[i];
        assert_answer(ask(PROCESS_CYCLES, handles[i % 2]), cycles_are(rising[i]));
        fake_unix.process_cycles = 8000000000;
        assert_answer(ask(PROCESS_CYCLES, handles[0]), cycles_are(rising[i]));
        assert_answer(ask(PROCESS_CYCLES, handles[1]), cycles_are(rising[i]));
    }
}

TEST_AFTER_ON_WINE(boot_with_figures, begin_of_a_thread_is_reported_only_when_it_is_in_use)
{
    ULONG calls;

    DllMain(NULL, DLL_THREAD_ATTACH, NULL);
    assert_int_equal(fake_unix.load_count, 0);
    use_unixlib();
    calls = fake_calls();
    DllMain(NULL, DLL_THREAD_ATTACH, NULL);
    assert_int_equal(fake_unix.begun, fake.own_thread->id);
    assert_int_equal(fake_calls(), calls);
}
