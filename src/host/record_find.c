/* SPDX-License-Identifier: MIT */
/* What is asked about other processes. */
#include "other_process.h"
#include "record.h"
#include "record_account.h"
#include "record_present.h"
#include "record_slot.h"
#include "record_view.h"

enum { ATTEMPTS = 8 };

static bool ask_clock(pid_t pid, bool split, struct record_answer *answer)
{
    struct record_times ratio = answer->times;
    uint64_t total;

    if (!other_process_total(pid, &total)) return false;
    if (split) other_process_ratio(pid, &ratio.user, &ratio.kernel);
    answer->times = times_split(ratio, total);
    answer->is_exact = true;
    return true;
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

    if (!view_look(record, file, place, process, &view)) return CHANGED;
    *answer = (struct record_answer){ .times = { view.figures.user, view.figures.kernel },
                                      .has_ended = view.owner.life == LIFE_OVER || question.is_over,
                                      .is_exact = view.figures.flags & FIGURES_ENDED };
    if (view.owner.life == LIFE_OVER) return TOLD;
    if (view.owner.life == LIFE_HERE && ask_clock(view.owner.pid, question.split, answer)) {
        answer->linux_pid = view.owner.pid;
        return view_look(record, file, place, process, &after) && after.owner.pid == view.owner.pid ? TOLD : CHANGED;
    }
    if (question.is_over) return TOLD;
    return view.owner.life == LIFE_HERE ? CHANGED : UNTOLD;
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

bool record_descendants(struct record *record, struct record_process process, struct record_times *times)
{
    const struct record_file *file;
    struct account_sum sum;
    uint32_t place;

    file = view_find_file(record, process, &place);
    if (!file || !account_sum(file, place, process, &sum)) return false;
    *times = sum.times;
    return true;
}
