/* SPDX-License-Identifier: MIT */
#include "record_obituary.h"
#include "linux_clock.h"
#include "record_account.h"
#include "record_job.h"
#include "record_note.h"
#include "record_number.h"
#include "record_place.h"
#include "record_slot.h"
#include "record_view.h"

#include <sched.h>

enum { TRIES = 50 };

bool obituary_add(const struct record_file *file, uint32_t place, struct record_process process,
                  struct record_answer *answer)
{
    struct figures obituary;

    if (!record_file_read(file, obituary_at(place), &obituary, sizeof obituary)) return false;
    if (!figures_of(&obituary, process) || obituary.user + obituary.kernel < answer->times.user + answer->times.kernel)
        return false;
    answer->times = (struct record_times){ obituary.user, obituary.kernel };
    answer->is_exact = obituary.flags & FIGURES_EXACT;
    return true;
}

/* One obituary at a time; a later and longer one takes the place of an earlier, but the account gets the first exact
   one. */
static bool write_obituary(struct record *record, const struct record_file *file, uint32_t place, const struct view *view,
                           uint64_t total, bool is_over)
{
    const struct record_process process = { view->figures.id, view->figures.created };
    const struct record_times times = times_split((struct record_times){ view->figures.user, view->figures.kernel }, total);
    struct figures obituary = view->figures, before;
    bool is_known, was_over;

    if (!record_file_read(file, obituary_at(place), &before, sizeof before)) return false;
    is_known = figures_of(&before, process);
    was_over = is_known && before.flags & FIGURES_EXACT;
    if (is_known && (was_over || !is_over) && before.user + before.kernel >= total) return true;
    obituary.flags =
        FIGURES_ENDED | (is_over || was_over ? FIGURES_EXACT : 0) | (is_known ? before.flags & FIGURES_CODE : 0);
    obituary.code = is_known ? before.code : 0;
    obituary.ended = was_over ? before.ended : linux_date();
    obituary.user = times.user;
    obituary.kernel = times.kernel;
    obituary.sum = figures_sum(&obituary);
    if (!record_file_write(file, obituary_at(place), &obituary, sizeof obituary)) return false;
    if (!is_over || was_over) return true;
    account_report(record, file, place, process, obituary.parent, times);
    job_report(file, job_of(file, process, UINT64_MAX, obituary.job), (struct account_sum){ times, 1, 0 });
    return true;
}

static bool write_of(struct record *record, struct record_process process, uint64_t total, bool is_over)
{
    const struct record_file *file;
    struct view view;
    uint32_t place;
    bool written;

    file = view_find_file(record, process, &place);
    if (!file || !view_look(record, file, place, process, &view)) return false;
    if (view.figures.flags & FIGURES_ENDED || view.figures.user + view.figures.kernel > total) return false;
    if (!record_file_lock(file, place, RECORD_OBITUARY, 1)) return false;
    written = write_obituary(record, file, place, &view, total, is_over);
    record_file_unlock(file, place, RECORD_OBITUARY, 1);
    return written;
}

/* What the job's account has of it: its last words, or the first exact obituary, which is written here if there is none. */
static bool settle_account(struct record *record, const struct record_file *file, uint32_t place, const struct view *view,
                           uint64_t total, struct figures *told)
{
    const struct record_process process = { view->figures.id, view->figures.created };
    bool is_told;

    *told = view->figures;
    if (told->flags & FIGURES_ENDED) return true;
    if (!record_file_lock(file, place, RECORD_OBITUARY, 1)) return false;
    is_told = record_file_read(file, obituary_at(place), told, sizeof *told) && figures_of(told, process)
              && told->flags & FIGURES_EXACT;
    if (!is_told)
        is_told = write_obituary(record, file, place, view, total, true)
                  && record_file_read(file, obituary_at(place), told, sizeof *told) && figures_of(told, process);
    record_file_unlock(file, place, RECORD_OBITUARY, 1);
    return is_told;
}

/* What is more than it was TOLD. */
static struct account_sum rest_of(const struct figures *told, struct record_times all)
{
    const uint64_t known = told->user + told->kernel, total = all.user + all.kernel;
    const uint64_t rest = total > known ? total - known : 0;
    uint64_t kernel = all.kernel > told->kernel ? all.kernel - told->kernel : 0;

    if (kernel > rest) kernel = rest;
    return (struct account_sum){ { rest - kernel, kernel }, 0, told->flags & FIGURES_AWAITED ? UINT32_MAX : 0 };
}

bool record_reaped(struct record *record, pid_t pid, uint64_t total, struct record_times all)
{
    struct record_process process;
    const struct record_file *file;
    struct figures told;
    struct view view;
    uint32_t place;

    if (!record_number_find(record, record_file_to_ask(record), pid, &process)
        || !(file = view_find_file(record, process, &place)))
        return false;
    if (!view_look(record, file, place, process, &view)) return false;
    if (!settle_account(record, file, place, &view, total, &told)) return false;
    job_report(file, job_of(file, process, UINT64_MAX, view.figures.job), rest_of(&told, all));
    return true;
}

static bool write_code(const struct record_file *file, uint32_t place, struct record_process process, uint32_t code)
{
    struct figures obituary;

    if (!record_file_read(file, obituary_at(place), &obituary, sizeof obituary) || !figures_of(&obituary, process))
        return false;
    obituary.flags |= FIGURES_CODE;
    obituary.code = code;
    obituary.sum = figures_sum(&obituary);
    return record_file_write(file, obituary_at(place), &obituary, sizeof obituary);
}

/* Whoever buries the process is quick. */
bool record_exit_code(struct record *record, struct record_process process, uint32_t code)
{
    uint32_t place;
    const struct record_file *file = view_find_file(record, process, &place);
    bool written;
    int i;

    if (!file) return false;
    for (i = 0; i < TRIES && !record_file_lock(file, place, RECORD_OBITUARY, 1); i++) sched_yield();
    if (i == TRIES) return false;
    written = write_code(file, place, process, code);
    record_file_unlock(file, place, RECORD_OBITUARY, 1);
    return written;
}

bool record_condemned(struct record *record, struct record_process process, uint64_t total)
{
    return write_of(record, process, total, false);
}

bool record_killed(struct record *record, struct record_process process, uint64_t total)
{
    return write_of(record, process, total, true);
}
