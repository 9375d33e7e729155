/* SPDX-License-Identifier: MIT */
/* The shared file's answers about each process of a `cycletime time`: its name and times, how and when it ended. */
#include "linux_clocks.h"
#include "shared_test.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/shared_file.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUN = 99 };
static struct lookup_answer life;
static const struct process_entry *const process = &life.entry.process;
static const struct published_times *const published = &life.entry.published;

/* Forks a process that claims an entry, does `what`, and stays. */
static pid_t enter(struct process_identity its, uint64_t run, void (*what)(struct publisher *publisher))
{
    static struct publisher own;
    bool claimed = false;
    int line[2];
    pid_t pid;

    assert_int_equal(pipe(line), 0);
    pid = fork();
    if (!pid) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        publisher_open(&own, tree.root, KEY);
        own.own.process.run = run;
        strcpy(own.own.process.name, "größe.exe");
        claimed = publisher_claim(&own, its, 0, NONE);
        if (what) what(&own);
        if (write(line[1], &claimed, sizeof claimed) != sizeof claimed) _exit(1);
        for (;;) pause();
    }
    assert_int_equal(read(line[0], &claimed, sizeof claimed), sizeof claimed);
    assert_true(claimed);
    close(line[0]);
    close(line[1]);
    return pid;
}

static void finish(pid_t pid)
{
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static bool find_life(void)
{
    return lookup_process_and_code(&publisher, CHILD, false, &life);
}

static bool has_code(uint32_t code)
{
    return (published->flags & PUBLISHED_HAS_CODE) && published->code == code;
}

static bool has_no_code(void)
{
    return !(published->flags & PUBLISHED_HAS_CODE);
}

static void end_with_seven(struct publisher *own)
{
    publisher_set_exit_code(own, 7);
    publisher_end(own, SOME);
}

static void work(struct publisher *own)
{
    work_ns(30 * MS);
}

TEST_WITH_FILE(an_ended_process_is_reported_with_its_name_times_code_and_date)
{
    const uint64_t before = linux_date();
    const pid_t pid = enter(CHILD, RUN, end_with_seven);
    uint32_t slot = 0;

    finish(pid);
    assert_true(lookup_next_of_run(&publisher, RUN, &slot, &life));
    assert_true(process->id == CHILD.id && process->created == CHILD.created);
    assert_string_equal(process->name, "größe.exe");
    assert_true(life.times.user == SOME.user && life.times.kernel == SOME.kernel);
    assert_true(has_code(7) && life.is_exact && life.has_ended && !(process->flags & ENTRY_IS_WINES));
    assert_true(before <= published->date && published->date <= linux_date());
    assert_false(lookup_next_of_run(&publisher, RUN, &slot, &life));
}

TEST_WITH_FILE(a_process_that_runs_is_measured_by_its_clock_and_has_no_code)
{
    enter(CHILD, RUN, work);
    assert_true(find_life());
    assert_true(!life.has_ended && life.is_exact && has_no_code() && !(published->flags & PUBLISHED_ENDED));
    assert_true(total_of(life.times) >= 30 * MS);
}

static bool find_running(uint32_t id)
{
    return lookup_running(&publisher, (struct process_identity){ id, UINT64_MAX, CHILD.prefix }, NOW, &life);
}

TEST_WITH_FILE(a_process_that_runs_is_found_by_its_id_alone)
{
    const pid_t pid = enter(CHILD, RUN, work);

    assert_true(find_running(CHILD.id));
    assert_true(process->created == CHILD.created && life.linux_pid == pid);
    assert_true(!life.has_ended && life.is_exact && total_of(life.times) >= 30 * MS);
    assert_false(find_running(NEXT.id));
    finish(pid);
}

/* The entry may have the process's end or the intention of its killer, or neither, if Linux killed the process. */
TEST_WITH_FILE(a_process_that_may_have_ended_is_not_found_by_its_id_alone)
{
    pid_t pid = enter(CHILD, RUN, end_with_seven);

    assert_false(find_running(CHILD.id));
    finish(pid);
    pid = enter(bearer(1), RUN, NULL);
    assert_true(find_running(CHILD.id));
    assert_true(kills_record(publisher_file_to_ask(&publisher), KILL_BEGUN, bearer(1), 259));
    assert_false(find_running(CHILD.id));
    finish(pid);
    pid = enter(bearer(2), RUN, NULL);
    assert_true(find_running(CHILD.id));
    finish(pid);
    assert_false(find_running(CHILD.id));
}

TEST_WITH_FILE(a_process_that_runs_is_found_by_its_id_in_the_file_that_replaced_a_removed_one)
{
    enter(CHILD, RUN, NULL);
    assert_true(find_running(CHILD.id));
    assert_int_equal(unlink(path), 0);
    enter(NEXT, RUN, NULL);
    assert_true(find_running(NEXT.id));
    assert_true(find_running(CHILD.id));
}

/* Linux keeps the pid of a process that has not been waited for, with its clock. */
TEST_WITH_FILE(a_process_that_was_not_waited_for_is_not_found_by_its_id_alone)
{
    const pid_t pid = enter(CHILD, RUN, NULL);
    siginfo_t end;

    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitid(P_PID, (id_t)pid, &end, WEXITED | WNOWAIT), 0);
    assert_false(find_running(CHILD.id));
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

TEST_WITH_FILE(usage_is_written_at_the_end)
{
    const pid_t pid = enter(CHILD, 0, end_with_seven);
    struct process_usage usage, by_linux;
    struct rusage rusage;
    int i;

    assert_true(lookup_usage(&publisher, CHILD, &usage));
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(wait4(pid, NULL, 0, &rusage), pid);
    by_linux = usage_by_linux(pid, &rusage);
    assert_int_equal(by_linux.figures[USAGE_PEAK_MEMORY], rusage.ru_maxrss * 1024);
    assert_int_equal(by_linux.figures[USAGE_VOLUNTARY_SWITCHES], rusage.ru_nvcsw);
    assert_int_equal(by_linux.figures[USAGE_STORAGE_WRITTEN], rusage.ru_oublock * 512);
    assert_true(usage.figures[USAGE_PEAK_MEMORY] > 100000 && usage.figures[USAGE_MINOR_FAULTS] > 0);
    for (i = USAGE_MINOR_FAULTS; i < USAGE_FIGURES; i++) assert_true(usage.figures[i] <= by_linux.figures[i]);
}

TEST_WITH_FILE(a_process_that_was_killed_writes_no_usage)
{
    struct process_usage usage, before;

    memset(&usage, 0xcc, sizeof usage);
    before = usage;
    finish(enter(NEXT, RUN, work));
    assert_false(lookup_usage(&publisher, NEXT, &usage));
    assert_memory_equal(&usage, &before, sizeof usage);
}

TEST_WITH_FILE(of_a_process_that_runs_linux_reports_the_peak_memory_alone)
{
    const size_t size = 8 << 20;
    const pid_t pid = enter(CHILD, 0, NULL);
    char *memory = malloc(size);
    uint64_t *peak;
    struct process_usage usage = usage_by_linux(pid, NULL), own;
    int i;

    assert_non_null(memory);
    memset(memory, 1, size);
    own = usage_by_linux(getpid(), NULL);
    free(memory);
    peak = &usage.figures[USAGE_PEAK_MEMORY];
    assert_true(*peak > 100000 && *peak < 1ull << 40);
    assert_true(own.figures[USAGE_PEAK_MEMORY] >= size && own.figures[USAGE_PEAK_MEMORY] < 1ull << 40);
    for (i = USAGE_PEAK_MEMORY + 1; i < USAGE_FIGURES; i++) assert_true(usage.figures[i] == USAGE_UNKNOWN);
    finish(pid);
    assert_true(usage_by_linux(pid, NULL).figures[USAGE_PEAK_MEMORY] == USAGE_UNKNOWN);
}

/* No process has written what it used after its entry was opened. */
TEST_WITH_FILE(a_process_that_is_gone_without_a_word_has_what_it_published)
{
    finish(enter(CHILD, RUN, work));
    assert_true(find_life());
    assert_true(life.has_ended && !life.is_exact && has_no_code() && !(published->flags & PUBLISHED_ENDED));
    assert_int_equal(total_of(life.times), 0);
}

static const struct shared_file *file_now(void)
{
    return publisher_file_to_ask(&publisher);
}

/* Has another process begin a kill of CHILD. */
static void begin_killing(uint32_t code)
{
    const pid_t pid = fork();
    int status;

    if (!pid) _exit(!kills_record(file_now(), KILL_BEGUN, CHILD, code));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

TEST_WITH_FILE(of_one_that_was_killed_its_killer_reports_the_code)
{
    finish(enter(CHILD, RUN, NULL));
    assert_true(kills_record(file_now(), KILL_BEGUN, CHILD, 77));
    assert_true(find_life());
    assert_true(has_code(77));
    assert_int_equal(life.kill, KILL_BEGUN);
}

TEST_WITH_FILE(the_code_of_the_first_of_two_killers_stands)
{
    finish(enter(CHILD, RUN, NULL));
    assert_true(kills_record(file_now(), KILL_BEGUN, CHILD, 9));
    assert_true(kills_record(file_now(), KILL_BEGUN, CHILD, 0));
    assert_true(find_life());
    assert_true(has_code(9));
}

TEST_WITH_FILE(what_the_system_reported_after_the_kill_stands_before_all_that_killers_gave)
{
    finish(enter(CHILD, RUN, NULL));
    assert_true(kills_record(file_now(), KILL_BEGUN, CHILD, 9));
    assert_true(kills_record(file_now(), KILL_DONE, CHILD, 5));
    assert_true(kills_record(file_now(), KILL_BEGUN, CHILD, 0));
    assert_true(kills_record(file_now(), KILL_DONE, CHILD, 0));
    assert_true(find_life());
    assert_true(has_code(5));
    assert_int_equal(life.kill, KILL_DONE);
}

/* The code that the process wrote itself is kept. */
TEST_WITH_FILE(a_process_that_ends_itself_has_its_own_code)
{
    finish(enter(CHILD, RUN, end_with_seven));
    kills_record(file_now(), KILL_BEGUN, CHILD, 77);
    assert_true(find_life());
    assert_true(has_code(7));
    assert_int_equal(life.kill, KILL_NONE);
}

TEST_WITH_FILE(the_code_of_a_killer_that_the_system_reported_replaces_the_own_one)
{
    finish(enter(CHILD, RUN, end_with_seven));
    kills_record(file_now(), KILL_DONE, CHILD, 77);
    assert_true(find_life());
    assert_true(has_code(77));
}

TEST_WITH_FILE(the_code_of_a_killer_that_failed_does_not_count)
{
    const pid_t pid = enter(CHILD, RUN, NULL);

    assert_true(kills_record(file_now(), KILL_BEGUN, CHILD, 77));
    assert_true(kills_cancel(file_now(), CHILD, 77));
    assert_true(find_life());
    assert_true(has_no_code());
    finish(pid);
}

TEST_WITH_FILE(a_killer_that_failed_takes_away_no_other_ones_code)
{
    finish(enter(CHILD, RUN, NULL));
    begin_killing(77);
    assert_true(kills_record(file_now(), KILL_BEGUN, CHILD, 77));
    assert_true(kills_cancel(file_now(), CHILD, 77));
    assert_true(find_life());
    assert_true(has_code(77));
    assert_true(kills_record(file_now(), KILL_BEGUN, NEXT, 3));
    assert_true(kills_record(file_now(), KILL_DONE, NEXT, 3));
    assert_true(kills_cancel(file_now(), NEXT, 3));
    finish(enter(NEXT, RUN, NULL));
    assert_true(lookup_process_and_code(&publisher, NEXT, false, &life));
    assert_true(has_code(3));
}

/* A process that Windows ends while it is suspended at its start has no entry. */
TEST_WITH_FILE(the_code_of_a_process_without_an_entry_is_kept)
{
    struct published_kill found;

    assert_true(kills_record(file_now(), KILL_BEGUN, CHILD, 6));
    assert_int_equal(kills_find(&publisher, file_now(), CHILD, CHILD.created, &found), KILL_BEGUN);
    assert_int_equal(found.code, 6);
    assert_int_equal(kills_find(&publisher, file_now(), NEXT, NEXT.created, &found), KILL_NONE);
}

TEST_WITH_FILE(more_kills_than_a_set_has_slots_replace_the_oldest)
{
    struct process_identity killed = CHILD;
    struct published_kill found;
    uint32_t i;

    for (i = 0; i <= SHARED_SET_SLOTS; i++, killed.created++) {
        assert_true(kills_record(file_now(), KILL_BEGUN, killed, i));
        usleep(1000);
        assert_int_equal(kills_find(&publisher, file_now(), killed, killed.created, &found), KILL_BEGUN);
        assert_int_equal(found.code, i);
    }
    assert_int_equal(kills_find(&publisher, file_now(), CHILD, CHILD.created, &found), KILL_NONE);
    killed.created--;
    assert_int_equal(kills_find(&publisher, file_now(), killed, killed.created, &found), KILL_BEGUN);
}

/* The killer is not woken in time on a busy machine; then another one kills. */
TEST_WITH_FILE(a_query_about_an_ended_process_gets_the_outcome_that_its_killer_writes_next)
{
    int attempt;
    pid_t pid;

    for (attempt = 0; attempt < 100; attempt++) {
        const struct process_identity killed = { CHILD.id, CHILD.created + (uint64_t)attempt, CHILD.prefix };

        finish(enter(killed, RUN, NULL));
        assert_true(kills_record(file_now(), KILL_BEGUN, killed, 9));
        pid = fork();
        if (!pid) {
            usleep(2000);
            _exit(!kills_record(file_now(), KILL_DONE, killed, 5));
        }
        assert_true(lookup_process_and_code(&publisher, killed, true, &life));
        finish(pid);
        if (has_code(5)) return;
    }
    fail();
}

TEST_WITH_FILE(the_outcome_of_a_killer_that_was_killed_is_not_awaited_for_ever)
{
    finish(enter(CHILD, RUN, NULL));
    begin_killing(9);
    assert_true(lookup_process_and_code(&publisher, CHILD, true, &life));
    assert_true(has_code(9));
}

/* A process that hangs in its exit has set its code, but does not end with it if another process ends it. */
static void read_own_code(struct publisher *own)
{
    uint32_t code = 5;

    publisher_set_exit_code(own, 0);
    if (lookup_own_exit_code(own, &code) || code != 5) abort();
    kills_record(publisher_file_to_ask(own), KILL_BEGUN, CHILD, 77);
    if (!lookup_own_exit_code(own, &code) || code != 77) abort();
    publisher_set_exit_code(own, 7);
    publisher_end(own, SOME);
    if (!lookup_own_exit_code(own, &code) || code != 7) abort();
}

TEST_WITH_FILE(a_killed_process_reads_the_killers_code_unless_it_ended_itself_before)
{
    finish(enter(CHILD, 0, read_own_code));
}

TEST_WITH_FILE(processes_of_another_list_are_not_reported)
{
    uint32_t slot = 0;

    enter(CHILD, RUN + 1, NULL);
    enter(NEXT, 0, NULL);
    assert_false(lookup_next_of_run(&publisher, RUN, &slot, &life));
    slot = 0;
    assert_true(lookup_next_of_run(&publisher, RUN + 1, &slot, &life));
    assert_int_equal(process->id, CHILD.id);
}

static void claim_long_ago(struct publisher *own)
{
    own->own.process.begun = 1;
    entry_open(publisher_file_to_ask(own), &own->own);
}

/* Linux gives its numbers again. */
TEST_WITH_FILE(a_number_is_not_that_of_who_claimed_before_its_process_began)
{
    const pid_t now = enter(CHILD, RUN, NULL), before = enter(NEXT, RUN, claim_long_ago);

    assert_true(lookup_pid(&publisher, now, false, &life));
    assert_int_equal(process->id, CHILD.id);
    assert_false(lookup_pid(&publisher, before, false, &life));
}

TEST_WITH_FILE(an_entry_whose_name_has_no_end_or_that_has_a_wrong_sum_is_none)
{
    const struct shared_file *file = publisher_file_to_ask(&publisher);
    const uint8_t any = 1;
    struct entry entry;

    enter(CHILD, RUN, NULL);
    assert_true(entry_find(file, CHILD, &entry));
    assert_true(shared_file_write(file, SHARED_FILE_AT(slots[entry.slot].entry.name), &any, sizeof any));
    assert_false(find_life());
    strcpy(entry.process.name, "b.exe");
    assert_true(entry_open(file, &entry));
    assert_true(find_life());
    assert_string_equal(process->name, "b.exe");
    memset(entry.process.name, 'x', sizeof entry.process.name);
    assert_true(entry_open(file, &entry));
    assert_false(find_life());
}
