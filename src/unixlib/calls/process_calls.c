/* SPDX-License-Identifier: MIT */
/* The calls about processes and jobs, and the one by which children are hooked. */
#include "unixlib/calls/functions.h"
#include "unixlib/shared_file/announcement.h"
#include "unixlib/shared_file/job_totals.h"
#include "unixlib/shared_file/jobs.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/shared_file/shared_folders.h"
#include "unixlib/threads/own_process.h"
#include "unixlib/threads/thread_table.h"
#include "protocol/can_access.h"
#include "launch/preload_list.h"
#include "launch/run_words.h"
#include "launch/tree_layout.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int32_t call_process_begin(void *arguments)
{
    static int begun;
    const struct unixlib_process_begin *begin = arguments;
    struct publisher *publisher = process_publisher();
    const struct process_identity process = process_in(publisher, begin->id, begin->creation);
    struct cpu_times times;
    sigset_t signals;
    bool has_place;

    if (!publisher || !process_own_times(&times)) return UNIXLIB_FAILED;
    if (__atomic_exchange_n(&begun, 1, __ATOMIC_ACQ_REL)) return UNIXLIB_DONE;
    signals = termination_defer();
    publisher->in_job = begin->in_job;
    has_place = publisher_claim(publisher, process, begin->parent, times);
    process_publish_threads(publisher);
    termination_allow(signals);
    return has_place ? UNIXLIB_DONE : UNIXLIB_FULL;
}

int32_t call_process_end(void *arguments)
{
    const struct unixlib_exit_code *exit = arguments;
    struct publisher *publisher = process_publisher_if_open();
    struct announced_process announced;
    struct thread_entry *thread;
    struct cpu_times times;
    uint32_t place = 0;

    if (publisher && exit && publisher_state(publisher) == PUBLISHER_ASKS
        && announcement_find(publisher, getpid(), &announced)) {
        announced.has_code = 1;
        announced.code = exit->code;
        announcement_write(publisher, announced);
    }
    while (publisher && (thread = thread_table_next(&place))) process_publish_final_times(thread);
    if (!publisher || !process_own_times(&times)) return UNIXLIB_FAILED;
    return publisher_end(publisher, times) ? UNIXLIB_DONE : UNIXLIB_FAILED;
}

static bool ends_by_event;

int32_t call_exit_code(void *arguments)
{
    const struct unixlib_exit_code *exit = arguments;
    struct publisher *publisher = process_publisher();
    const struct process_identity process = process_in(publisher, exit->id, exit->creation);
    const struct shared_file *file;
    bool is_kept;

    if (!publisher) return UNIXLIB_UNKNOWN;
    if (!exit->id) {
        publisher_set_exit_code(publisher, exit->code);
        if (exit->by_event) __atomic_store_n(&ends_by_event, true, __ATOMIC_RELEASE);
        return UNIXLIB_DONE;
    }
    file = publisher_file_to_ask(publisher);
    if (!file) return UNIXLIB_UNKNOWN;
    if (exit->step == UNIXLIB_KILL_REFUSED) is_kept = kills_cancel(file, process, exit->code);
    else is_kept = kills_record(file, exit->step == UNIXLIB_KILL_BEGINS ? KILL_BEGUN : KILL_DONE, process, exit->code);
    return is_kept ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}

int32_t call_own_exit_code(void *arguments)
{
    struct unixlib_exit_code *exit = arguments;
    struct publisher *open = process_publisher_even_ended();

    if (!open || !lookup_own_exit_code(open, &exit->code)) return UNIXLIB_UNKNOWN;
    exit->by_event = __atomic_load_n(&ends_by_event, __ATOMIC_ACQUIRE);
    return UNIXLIB_DONE;
}

/* The entry is closed whichever way the process leaves by. */
__attribute__((destructor)) static void close_entry_at_exit(void)
{
    call_process_end(NULL);
}

int32_t call_process_awaited(void *arguments)
{
    struct publisher *publisher = process_publisher_if_open();

    (void)arguments;
    if (publisher) publisher_await_parent(publisher);
    return UNIXLIB_DONE;
}

int32_t call_process(void *arguments)
{
    struct unixlib_process *asked = arguments;
    const struct lookup_options options = { .split = asked->split, .is_over = asked->ended };
    struct publisher *publisher = process_publisher();
    const uint64_t latest = asked->creation ? asked->creation : UINT64_MAX;
    const struct process_identity process = process_in(publisher, asked->id, latest);
    struct lookup_answer answer;
    struct process_usage usage;

    if (!publisher || !(asked->creation ? lookup_process : lookup_running)(publisher, process, options, &answer))
        return UNIXLIB_UNKNOWN;
    if (asked->memory && lookup_usage(publisher, process, &usage) && usage.figures[USAGE_PEAK_MEMORY] != USAGE_UNKNOWN)
        asked->peak = usage.figures[USAGE_PEAK_MEMORY];
    asked->creation = answer.entry.process.created;
    asked->total = answer.times.user + answer.times.kernel;
    asked->kernel = answer.times.kernel;
    asked->ended = answer.has_ended;
    process_publish_threads(publisher);
    return UNIXLIB_DONE;
}

int32_t call_descendants(void *arguments)
{
    struct unixlib_descendants *asked = arguments;
    struct publisher *publisher = process_publisher();
    const struct process_identity process = process_in(publisher, asked->id, asked->creation);
    struct cpu_times times;

    if (!publisher || !lookup_descendants(publisher, process, &times)) return UNIXLIB_UNKNOWN;
    asked->total = times.user + times.kernel;
    asked->kernel = times.kernel;
    return UNIXLIB_DONE;
}

/* The process has no publisher if process_publisher found no key, or no prefix. */
static void explain_lack_of_publisher(struct unixlib_shared *shared)
{
    char prefix[PREFIX_PATH];
    uint64_t key;

    if (!shared_key(&key)) {
        snprintf(shared->refused, sizeof shared->refused, "/proc");
        snprintf(shared->why, sizeof shared->why, "it shows the pids of another namespace");
        return;
    }
    if (prefix_path(prefix)) snprintf(shared->refused, sizeof shared->refused, "%.255s", prefix);
    snprintf(shared->why, sizeof shared->why, "the prefix is not there");
}

int32_t call_shared(void *arguments)
{
    struct unixlib_shared *shared = arguments, found = { .state = UNIXLIB_NOT_SHARED, .words = shared->words };
    struct publisher *own = process_publisher();
    const char *reason, *refused;
    struct stat other;

    if (!own && process_publisher_even_ended()) return UNIXLIB_UNKNOWN;
    if (own && publisher_file_to_ask(own)) {
        found.state = own->shared.name ? UNIXLIB_SHARED_ELSEWHERE : UNIXLIB_SHARED;
        if (publisher_state(own) == PUBLISHER_WAITS_FOR_SLOT) found.state = UNIXLIB_SHARED_FULL;
        if (found.words) snprintf(found.where, sizeof found.where, "%s", own->shared.names[own->shared.name].folder);
    }
    if (!own && found.words) explain_lack_of_publisher(&found);
    if (own && found.words && (found.state == UNIXLIB_SHARED_ELSEWHERE || found.state == UNIXLIB_NOT_SHARED)) {
        reason = own->shared.refusal == EFBIG ? "it would be larger than this process may write (ulimit -f)"
                                              : strerror(own->shared.refusal);
        refused = own->shared.refusal == EEXIST && own->shared.names[0].is_folder_made
                          && !folder_is_own(own->shared.names[0].folder)
                      ? own->shared.names[0].folder
                      : own->shared.names[0].path;
        if (lstat(refused, &other) == 0 && other.st_uid != own_user()) reason = "it is another user's";
        snprintf(found.refused, sizeof found.refused, "%s", refused);
        snprintf(found.why, sizeof found.why, "%s", reason);
    }
    *shared = found;
    return UNIXLIB_DONE;
}

/* A job is written before the system assigns the process to it, so that not even the shortest process ends without its
   job. */
int32_t call_job_membership(void *arguments)
{
    struct unixlib_membership *asked = arguments;
    struct publisher *publisher = process_publisher();
    const struct shared_file *file = publisher ? publisher_file_to_ask(publisher) : NULL;
    const struct process_identity process = process_in(publisher, asked->id, asked->creation);
    uint64_t job, before;

    if (!file) return UNIXLIB_UNKNOWN;
    switch (asked->step) {
    case UNIXLIB_MEMBERSHIP_BEGINS:
        job = asked->job ? asked->job : job_begin(file);
        before = job_of_process(&publisher->shared, file, process);
        if (!job || !job_membership_set_job(file, process, job)) return UNIXLIB_UNKNOWN;
        if (!asked->job) job_hold(file, job, entry_process(&publisher->own), asked->handle);
        asked->job = job;
        asked->before = before;
        return UNIXLIB_DONE;
    case UNIXLIB_MEMBERSHIP_HOLDS: job_nest(file, asked->job, asked->before); return UNIXLIB_DONE;
    case UNIXLIB_MEMBERSHIP_FAILED: /* the process stays in the job it was in */
        return job_membership_set_job(file, process, asked->before) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
    case UNIXLIB_MEMBERSHIP_RELEASED:
        job_release(file, asked->job, entry_process(&publisher->own), asked->handle);
        return UNIXLIB_DONE;
    default: return UNIXLIB_REFUSED;
    }
}

int32_t call_job(void *arguments)
{
    struct unixlib_job *asked = arguments;
    struct publisher *publisher = process_publisher();
    struct cpu_times times = { 0, 0 }, before = { 0, 0 };
    uint64_t job;

    if (!publisher) return UNIXLIB_UNKNOWN;
    job = job_identify(publisher, asked->job, asked->processes, asked->ids, asked->count);
    if (!job) return UNIXLIB_UNKNOWN;
    if (asked->times && !job_totals_read(publisher, job, asked->ids, asked->count, &times, &before)) return UNIXLIB_UNKNOWN;
    asked->job = job;
    asked->total = times.user + times.kernel;
    asked->kernel = times.kernel;
    asked->total_before = before.user + before.kernel;
    asked->kernel_before = before.kernel;
    return UNIXLIB_DONE;
}

int32_t call_job_holder(void *arguments)
{
    struct unixlib_job_holder *asked = arguments;
    struct publisher *publisher = process_publisher();
    uint32_t place = asked->place;
    struct shared_job_part part;
    struct shared_job job;

    if (!publisher || !job_totals_next_holder(publisher, &place, &job)) return UNIXLIB_UNKNOWN;
    part = job_part(&job, JOB_HOLDER);
    *asked = (struct unixlib_job_holder){ job.number, part.holder.id, part.holder.handle, place, 0 };
    return UNIXLIB_DONE;
}

int32_t call_job_period(void *arguments)
{
    const struct unixlib_job_period *asked = arguments;
    const struct cpu_times before = { asked->total - asked->kernel, asked->kernel };
    struct publisher *publisher = process_publisher();

    return publisher && job_totals_begin_period(publisher, asked->job, before) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}

enum { PATH = 1024, LIST = 4096 };

/* Finds the library folder of the tree from the name under which this library was loaded. Returns false if the preload
   library is not in that tree, or if the path cannot stand in LD_PRELOAD: ld.so separates the list by spaces and colons,
   and a $ begins one of its variables. */
static bool find_preload_tree(char libraries[PATH])
{
    size_t length;
    Dl_info self;

    if (!dladdr((void *)find_preload_tree, &self) || self.dli_fname[0] != '/') return false;
    length = tree_find_part(libraries, PATH, self.dli_fname, TREE_PRELOAD);
    libraries[length] = '\0';
    return length && !strpbrk(libraries, " :$");
}

/* Names the preload library in this process's Linux environment, so that the processes that it creates are hooked, too. The
   library is appended to the list that is there already. */
int32_t call_children_follow(void *arguments)
{
    const struct unixlib_children *children = arguments;
    const char *before = getenv("LD_PRELOAD");
    char libraries[PATH], list[LIST], words[RUN_WORDS];
    int length;

    if (!find_preload_tree(libraries)) return UNIXLIB_UNKNOWN;
    run_words_write(words, children->flags & RUN_HOOK, 0);
    if (setenv("CYCLETIME_RUN", words, 1)) return UNIXLIB_UNKNOWN;
    if (preload_list_has_library(before)) return UNIXLIB_DONE;
    length = snprintf(list, sizeof list, "%s%s%s" TREE_PRELOAD_ITEM, before ? before : "", before && *before ? ":" : "",
                      libraries);
    return length < LIST && !setenv("LD_PRELOAD", list, 1) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}
