/* SPDX-License-Identifier: MIT */
/* What a reaper (subreaper.h) writes of a process that has ended. */
#include "linux_clock.h"
#include "record.h"
#include "record_account.h"
#include "record_job.h"
#include "record_note.h"
#include "record_number.h"
#include "record_place.h"
#include "record_slot.h"
#include "record_view.h"

/* The end of one that left no last words. Its place may have been taken by another since: then nothing is written. */
static void write_end(const struct record_file *file, uint32_t place, const struct figures *end)
{
    const struct record_process process = { end->id, end->created };
    struct figures figures = *end;
    const struct figures *newest;
    struct record_slot slot;
    int i;

    if (!record_file_lock(file, place, RECORD_CLAIMED, 1)) return;
    newest = record_file_read(file, slot_at(place), &slot, sizeof slot) ? record_slot_newest(&slot) : NULL;
    for (i = 0; i < 2 && newest && figures_of(newest, process); i++) {
        figures.sequence++;
        record_slot_write(file, place, &figures);
    }
    record_file_unlock(file, place, RECORD_CLAIMED, 1);
}

/* TOTAL is what its clock showed at its end. */
static void end(struct record *record, const struct record_file *file, uint32_t place, uint64_t total,
                struct figures *figures)
{
    const struct record_process process = { figures->id, figures->created };
    const struct record_times times = times_split((struct record_times){ figures->user, figures->kernel }, total);

    figures->flags = FIGURES_ENDED;
    figures->ended = linux_date();
    figures->user = times.user;
    figures->kernel = times.kernel;
    write_end(file, place, figures);
    account_report(record, file, place, process, figures->parent, times);
    job_report(file, job_of(file, process, UINT64_MAX, figures->job), (struct account_sum){ times, 1, 0 });
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
    struct view view;
    uint32_t place;

    if (!record_number_find(record, record_file_to_ask(record), pid, &process)
        || !(file = view_find_file(record, process, &place)) || !view_look(record, file, place, process, &view))
        return false;
    if (!(view.figures.flags & FIGURES_ENDED)) end(record, file, place, total, &view.figures);
    job_report(file, job_of(file, process, UINT64_MAX, view.figures.job), rest_of(&view.figures, all));
    return true;
}
