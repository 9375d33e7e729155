/* SPDX-License-Identifier: MIT */
#include "watch.h"
#include "console.h"
#include "csv.h"
#include "history.h"
#include "json.h"
#include "lines.h"
#include "output.h"
#include "sample.h"
#include "stop.h"
#include "svg.h"
#include "../cli/say.h"

#include <stdlib.h>

enum { SECOND = 10000000, MILLISECOND = 10000, PATIENCE = 1000 }; /* ms: so long a terminal's new size may wait */

struct watch {
    const struct options *options;
    struct sample samples[2];
    int latest;
    struct difference difference;
    struct history history;
    struct view view;
    struct console console;
    const struct burn **room;
    struct text text;
    HANDLE stop;
    uint64_t begin, seen; /* 100 ns: the first sample's moment, and the latest's */
    uint32_t count;
    bool on_screen, quit;
    const WCHAR *fault; /* what could not be done; the last error was ERROR */
    DWORD error;
};

static bool fail(struct watch *watch, const WCHAR *fault)
{
    watch->error = GetLastError();
    watch->fault = fault;
    return false;
}

static bool has_process(const struct sample *sample, uint32_t process)
{
    size_t i;

    for (i = 0; i < sample->burner_count; i++)
        if (sample->burners[i].process == process) return true;
    return !process;
}

static bool take(struct watch *watch)
{
    struct sample *sample = &watch->samples[!watch->latest];

    if (!sample_take(sample)) return fail(watch, L"the system does not tell its processes");
    watch->latest = !watch->latest;
    watch->seen = sample->moment;
    return true;
}

static double seconds_of(const struct watch *watch, uint64_t moment)
{
    return (double)(moment - watch->begin) / SECOND;
}

/* What the latest sample tells beside the one before. FALSE: no memory. */
static bool digest(struct watch *watch, double from)
{
    const struct sample *earlier = &watch->samples[!watch->latest], *later = &watch->samples[watch->latest];
    const struct burn **room;

    if (!difference_make(&watch->difference, earlier, later)) return false;
    if (!(room = realloc(watch->room, (watch->difference.burn_count + 1) * sizeof *room))) return false;
    watch->room = room;
    return !watch->options->svg
           || history_add(&watch->history, &watch->difference, watch->options->process, from,
                          seconds_of(watch, watch->seen));
}

static bool compare(struct watch *watch)
{
    const uint64_t before = watch->seen;

    if (!take(watch)) return false;
    watch->count++;
    if (digest(watch, seconds_of(watch, before))) return true;
    SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return fail(watch, L"cannot compare what it tells");
}

static bool draw(struct watch *watch)
{
    if (!console_fit(&watch->console)) return fail(watch, L"the console does not tell its size");
    view_draw(&watch->view, &watch->difference, watch->room, &watch->console.grid);
    return console_show(&watch->console) || fail(watch, L"cannot write to the console");
}

static bool print(struct watch *watch)
{
    const double seconds = seconds_of(watch, watch->seen);
    const uint32_t process = watch->options->process;

    text_empty(&watch->text);
    if (watch->options->form == FORM_JSON) json_add(&watch->text, &watch->difference, process, seconds);
    else if (watch->options->form == FORM_CSV) csv_add(&watch->text, &watch->difference, process, seconds);
    else lines_add(&watch->text, &watch->difference, process, watch->room);
    return output_write(&watch->text) || fail(watch, L"cannot write");
}

static bool show(struct watch *watch)
{
    return watch->on_screen ? draw(watch) : print(watch);
}

/* FALSE: nothing to draw for. */
static bool heed_keys(struct watch *watch)
{
    bool pressed = false;
    enum key key;

    while ((key = console_key(&watch->console)) != KEY_NONE) {
        watch->quit |= key == KEY_QUIT;
        view_press(&watch->view, key);
        pressed = true;
    }
    return pressed;
}

static DWORD until(uint64_t due, DWORD most)
{
    const uint64_t now = sample_now(), left = due > now ? (due - now + MILLISECOND - 1) / MILLISECOND : 0;

    return left < most ? (DWORD)left : most;
}

/* Until DUE and no longer paused, or until it is to end. */
static bool wait(struct watch *watch, uint64_t due)
{
    const HANDLE events[] = { watch->stop, watch->console.input };
    const DWORD event_count = watch->console.input ? 2 : 1;
    DWORD left, event;

    while (!watch->quit && ((left = until(due, PATIENCE)) || watch->view.paused)) {
        event = WaitForMultipleObjects(event_count, events, FALSE, left ? left : PATIENCE);
        if (event == WAIT_OBJECT_0) watch->quit = true;
        else if (event == WAIT_FAILED) return fail(watch, L"cannot wait");
        else if (watch->on_screen && (heed_keys(watch) || event == WAIT_TIMEOUT) && !draw(watch)) return false;
    }
    return true;
}

/* As lines there is nobody who could press a key. */
static bool look_until_end(struct watch *watch)
{
    const uint64_t interval = (uint64_t)watch->options->interval * MILLISECOND;
    uint64_t due;

    if (!take(watch)) return false;
    watch->begin = watch->seen;
    if (!has_process(&watch->samples[watch->latest], watch->options->process)) {
        SetLastError(ERROR_NOT_FOUND);
        return fail(watch, L"there is no such process");
    }
    if (watch->on_screen && !draw(watch)) return false;
    for (due = sample_now() + interval; !watch->options->count || watch->count < watch->options->count; due += interval) {
        if (!wait(watch, due)) return false;
        if (watch->quit || !has_process(&watch->samples[watch->latest], watch->options->process)) return true;
        if (!compare(watch) || !show(watch)) return false;
        if (sample_now() > due + interval) due = sample_now(); /* what was missed is not made up for */
    }
    return true;
}

static bool begin(struct watch *watch)
{
    const bool view = watch->options->form == FORM_VIEW && !watch->options->once;

    if (!(watch->stop = stop_begin())) return fail(watch, L"cannot wait for Ctrl-C");
    if (view && console_is_there()) {
        if (!console_open(&watch->console)) return fail(watch, L"cannot use the console");
        watch->on_screen = true;
    }
    if (watch->options->form != FORM_CSV) return true;
    csv_add_header(&watch->text);
    return output_write(&watch->text) || fail(watch, L"cannot write");
}

static bool draw_chart(struct watch *watch)
{
    if (!watch->options->svg) return true;
    text_empty(&watch->text);
    svg_add(&watch->text, &watch->history);
    return output_write_file(watch->options->svg, &watch->text) || fail(watch, L"cannot write the chart");
}

bool watch(const struct options *options)
{
    struct watch watch = { .options = options, .view = { .process = options->process, .threads = options->process } };
    bool done = begin(&watch) && look_until_end(&watch);

    if (watch.on_screen) console_close(&watch.console);
    if (done) done = draw_chart(&watch);
    if (watch.fault) say(L"top: %ls: %ls", watch.fault, error_text(watch.error));
    history_free(&watch.history);
    difference_free(&watch.difference);
    sample_free(&watch.samples[0]);
    sample_free(&watch.samples[1]);
    text_free(&watch.text);
    free(watch.room);
    return done;
}
