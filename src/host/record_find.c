/* SPDX-License-Identifier: MIT */
/* What is asked about other processes. */
#include "../protocol/proportion.h"
#include "other_process.h"
#include "record.h"
#include "record_account.h"
#include "record_job.h"
#include "record_number.h"
#include "record_owner.h"
#include "record_place.h"
#include "record_present.h"
#include "record_slot.h"

enum { ATTEMPTS = 8 };

/* What stands in the place of a process. */
struct view {
    struct figures figures;
    struct owner owner;
    bool is_followed; /* by the next in its place */
};

static bool look(const struct record *record, const struct record_file *file, uint32_t place, struct record_process process,
                 struct view *view)
{
    const struct figures *figures;
    struct record_slot slot;

    if (!record_file_read(file, slot_at(place), &slot, sizeof slot)) return false;
    figures = record_slot_newest_of(&slot, process);
    if (!figures) return false;
    view->figures = *figures;
    view->is_followed = figures != record_slot_newest(&slot);
    view->owner = (struct owner){ LIFE_OVER, 0 };
    if (!view->is_followed && !(figures->flags & FIGURES_ENDED)) view->owner = record_owner(record, file, place, figures);
    return true;
}

/* Halves, so that their sum fits. */
static struct record_times split_total(struct record_times ratio, uint64_t total)
{
    const uint64_t kernel = in_proportion(total, ratio.kernel / 2, ratio.user / 2 + ratio.kernel / 2);

    return (struct record_times){ total - kernel, kernel };
}

static bool ask_clock(pid_t pid, bool split, struct record_answer *answer)
{
    struct record_times ratio = answer->times;
    uint64_t total;

    if (!other_process_total(pid, &total)) return false;
    if (split) other_process_ratio(pid, &ratio.user, &ratio.kernel);
    answer->times = split_total(ratio, total);
    answer->is_exact = true;
    return true;
}

/* Of one that was killed: what somebody saw of it then, if that is more than it said itself. False: nobody did. */
static bool add_obituary(const struct record_file *file, uint32_t place, struct record_process process,
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

static void tell_ended(const struct record_file *file, uint32_t place, struct record_process process,
                       const struct figures *figures, struct record_answer *answer)
{
    answer->has_ended = true;
    answer->is_exact = figures->flags & FIGURES_EXACT;
    if (!(figures->flags & FIGURES_ENDED)) add_obituary(file, place, process, answer);
}

enum outcome { TOLD, UNTOLD, CHANGED };

/*
 * The owner of the place is asked for before and after: if it is the same process, it lived there all the time, and the
 * record is its own and so was the clock. CHANGED: the place changed hands meanwhile.
 */
static enum outcome ask_place(const struct record *record, const struct record_file *file, uint32_t place,
                              struct record_process process, struct record_question question, struct record_answer *answer)
{
    struct view view, after;

    if (!look(record, file, place, process, &view)) return CHANGED;
    *answer = (struct record_answer){ .times = { view.figures.user, view.figures.kernel } };
    if (view.owner.life == LIFE_OVER) {
        tell_ended(file, place, process, &view.figures, answer);
        return TOLD;
    }
    /* A later question gets the same answer, also while Linux is still ending the process. */
    if (question.is_over && add_obituary(file, place, process, answer) && answer->is_exact) {
        answer->has_ended = true;
        return TOLD;
    }
    if (view.owner.life == LIFE_HERE && ask_clock(view.owner.pid, question.split, answer)) {
        answer->has_ended = question.is_over;
        answer->linux_pid = view.owner.pid;
        return look(record, file, place, process, &after) && after.owner.pid == view.owner.pid ? TOLD : CHANGED;
    }
    if (!question.is_over) return view.owner.life == LIFE_HERE ? CHANGED : UNTOLD;
    tell_ended(file, place, process, &view.figures, answer);
    return TOLD;
}

static enum outcome ask_file(const struct record *record, const struct record_file *file, struct record_process process,
                             struct record_question question, struct record_answer *answer)
{
    enum outcome outcome = CHANGED;
    uint32_t place;
    int i;

    for (i = 0; i < ATTEMPTS && outcome == CHANGED; i++) {
        if (!record_slot_find(file, process, &place)) return UNTOLD;
        outcome = ask_place(record, file, place, process, question, answer);
    }
    return outcome == TOLD ? TOLD : UNTOLD;
}

bool record_find(struct record *record, struct record_process process, struct record_question question,
                 struct record_answer *answer)
{
    const struct record_file *file = record_file_to_ask(record);
    struct record_answer found;

    for (; file; file = file_before(record, file)) {
        if (ask_file(record, file, process, question, &found) != TOLD) continue;
        *answer = found;
        return true;
    }
    return false;
}

/* The first file in which it stands: what stood in those before it has taken along. */
static const struct record_file *find_file(struct record *record, struct record_process process, uint32_t *place)
{
    const struct record_file *file = record_file_to_ask(record);

    while (file && !record_slot_find(file, process, place)) file = file_before(record, file);
    return file;
}

bool record_descendants(struct record *record, struct record_process process, struct record_times *times)
{
    const struct record_file *file;
    struct account_sum sum;
    uint32_t place;

    file = find_file(record, process, &place);
    if (!file || !account_sum(file, place, process, &sum)) return false;
    *times = sum.times;
    return true;
}

bool record_find_living(struct record *record, uint32_t id, struct record_process *process, pid_t *pid)
{
    const struct record_file *file = record_file_to_ask(record);
    struct bearer bearer;

    while (file && !record_bearer(record, file, id, UINT64_MAX, &bearer)) file = file_before(record, file);
    if (!file || bearer.owner.life != LIFE_HERE) return false;
    *process = (struct record_process){ id, bearer.figures.created };
    *pid = bearer.owner.pid;
    return true;
}

/* One obituary at a time; a later and longer one takes the place of an earlier, but the account gets the first exact one. */
static bool write_obituary(struct record *record, const struct record_file *file, uint32_t place, const struct view *view,
                           uint64_t total, bool is_over)
{
    const struct record_process process = { view->figures.id, view->figures.created };
    const struct record_times times = split_total((struct record_times){ view->figures.user, view->figures.kernel }, total);
    struct figures obituary = view->figures, before;
    bool is_known, was_over;

    if (!record_file_read(file, obituary_at(place), &before, sizeof before)) return false;
    is_known = figures_of(&before, process);
    was_over = is_known && before.flags & FIGURES_EXACT;
    if (is_known && (was_over || !is_over) && before.user + before.kernel >= total) return true;
    obituary.flags = FIGURES_ENDED | (is_over || was_over ? FIGURES_EXACT : 0);
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

    file = find_file(record, process, &place);
    if (!file || !look(record, file, place, process, &view)) return false;
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

bool record_reaped(struct record *record, pid_t pid, uint64_t total, const struct record_times *all)
{
    struct record_process process;
    const struct record_file *file;
    struct figures told;
    struct view view;
    uint32_t place;

    if (!record_number_find(record, record_file_to_ask(record), pid, &process)
        || !(file = find_file(record, process, &place)))
        return false;
    if (!look(record, file, place, process, &view)) return false;
    if (!settle_account(record, file, place, &view, total, &told)) return false;
    if (all) job_report(file, job_of(file, process, UINT64_MAX, view.figures.job), rest_of(&told, *all));
    return true;
}

bool record_condemned(struct record *record, struct record_process process, uint64_t total)
{
    return write_of(record, process, total, false);
}

bool record_killed(struct record *record, struct record_process process, uint64_t total)
{
    return write_of(record, process, total, true);
}
