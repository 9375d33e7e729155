/* SPDX-License-Identifier: MIT */
/* The viewer's loop: it takes a sample, draws it, and waits for a key or the end of the interval. */
#include "tools/top/screen.h"
#include "tools/top/samples.h"
#include "tools/tools.h"

#include <stdlib.h>

enum { SECOND = 10000000, MILLISECOND = 10000, PATIENCE = 1000 }; /* ms: so long a terminal's new size may wait */

struct watch {
    const struct options *options;
    struct selection selection; /* as the options say it; the view has its own */
    struct ancestry ancestry;
    struct sample samples[2];
    int latest;
    struct interval interval;
    struct history history;
    struct view view;
    struct console console;
    struct rows rows;
    struct text text;
    HANDLE stop;
    uint64_t begin, seen; /* 100 ns: the first sample's moment, and the latest's */
    uint32_t count;
    bool on_screen;
    const WCHAR *fault, *object; /* the message of a failure, and its file or NULL; the last error was ERROR */
    DWORD error;
};

static bool print_fault(struct watch *watch, const WCHAR *fault)
{
    watch->error = GetLastError();
    watch->fault = fault;
    return false;
}

static bool has_process(const struct sample *sample, uint32_t process)
{
    size_t i;

    for (i = 0; i < sample->task_count; i++)
        if (sample->tasks[i].process == process) return true;
    return !process;
}

/* With a tree, also when the first of them has ended and others go on. */
static bool is_there(const struct watch *watch)
{
    if (watch->selection.process && watch->selection.tree) return ancestry_has_followed(&watch->ancestry);
    return has_process(&watch->samples[watch->latest], watch->selection.process);
}

static bool take_samples(struct watch *watch)
{
    struct sample *sample = &watch->samples[!watch->latest];

    if (!sample_take(sample)) return print_fault(watch, L"the list of processes cannot be read");
    if (!ancestry_attach(&watch->ancestry, sample)) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return print_fault(watch, L"cannot keep where processes come from");
    }
    watch->latest = !watch->latest;
    watch->seen = sample->moment;
    return true;
}

static double seconds_of(const struct watch *watch, uint64_t moment)
{
    return (double)(moment - watch->begin) / SECOND;
}

/* Compares the latest sample with the one before. FALSE: no memory. */
static bool digest_samples(struct watch *watch, double from)
{
    const struct sample *earlier = &watch->samples[!watch->latest], *later = &watch->samples[watch->latest];

    if (!interval_make(&watch->interval, earlier, later)) return false;
    if (!rows_reserve(&watch->rows, watch->interval.usage_count)) return false;
    return !watch->options->svg
           || history_add(&watch->history, &watch->interval, &watch->selection, from, seconds_of(watch, watch->seen));
}

static bool compare_samples(struct watch *watch)
{
    const uint64_t before = watch->seen;

    if (!take_samples(watch)) return false;
    watch->count++;
    if (digest_samples(watch, seconds_of(watch, before))) return true;
    SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return print_fault(watch, L"cannot compare two samples");
}

static bool draw_screen(struct watch *watch)
{
    if (!console_fit(&watch->console)) return print_fault(watch, L"the console's size cannot be read");
    if (view_shows_commands(&watch->view, watch->console.grid.width)) ancestry_query_commands(&watch->ancestry);
    view_draw(&watch->view, &watch->interval, &watch->rows, &watch->console.grid);
    return console_show(&watch->console) || print_fault(watch, L"cannot write to the console");
}

static bool print_interval(struct watch *watch)
{
    const double seconds = seconds_of(watch, watch->seen);

    text_empty(&watch->text);
    if (watch->selection.commands) ancestry_query_commands(&watch->ancestry);
    if (watch->options->form == FORM_JSON) json_add(&watch->text, &watch->interval, &watch->selection, seconds);
    else if (watch->options->form == FORM_CSV) csv_add(&watch->text, &watch->interval, &watch->selection, seconds);
    else lines_add(&watch->text, &watch->interval, &watch->selection, watch->options->order, &watch->rows);
    return output_write(L"top", &watch->text);
}

static bool show_interval(struct watch *watch)
{
    return watch->on_screen ? draw_screen(watch) : print_interval(watch);
}

/* Handles the keys that were pressed. FALSE: there were none. */
static bool heed_keys(struct watch *watch)
{
    bool pressed = false;
    uint16_t key, character;

    for (; console_key(&watch->console, &key, &character); pressed = true) view_handle_key(&watch->view, key, character);
    return pressed;
}

/* Waits until DUE, and as long as the viewer is paused, or until it is to end. */
static bool wait_until(struct watch *watch, uint64_t due)
{
    const HANDLE events[] = { watch->stop, watch->console.input };
    const DWORD event_count = watch->console.input ? 2 : 1;
    DWORD left, event;

    while (!watch->view.quit && ((left = sleep_until(due)) || watch->view.paused)) {
        event = WaitForMultipleObjects(event_count, events, FALSE, left && left < PATIENCE ? left : PATIENCE);
        if (event == WAIT_OBJECT_0) watch->view.quit = true;
        else if (event == WAIT_FAILED) return print_fault(watch, L"cannot wait");
        else if (watch->on_screen && (heed_keys(watch) || event == WAIT_TIMEOUT) && !draw_screen(watch)) return false;
    }
    return true;
}

/* Without a screen no key ends the viewer: only --count, --pid or Ctrl-C does. */
static bool watch_until_end(struct watch *watch)
{
    const uint64_t interval = (uint64_t)watch->options->interval * MILLISECOND;
    uint64_t due;

    if (!take_samples(watch)) return false;
    watch->begin = watch->seen;
    if (!is_there(watch)) {
        SetLastError(ERROR_NOT_FOUND);
        return print_fault(watch, L"there is no such process");
    }
    if (watch->on_screen && !draw_screen(watch)) return false;
    for (due = read_clock() + interval; !watch->options->count || watch->count < watch->options->count; due += interval) {
        if (!wait_until(watch, due)) return false;
        if (watch->view.quit || !is_there(watch)) return true;
        if (!compare_samples(watch) || !show_interval(watch)) return false;
        if (read_clock() > due + interval) due = read_clock(); /* intervals that were missed are skipped */
    }
    return true;
}

static bool print_chart_fault(struct watch *watch)
{
    watch->object = watch->options->svg;
    return print_fault(watch, L"cannot write the chart");
}

static bool begin_watch(struct watch *watch)
{
    const bool view = watch->options->form == FORM_VIEW && !watch->options->once;

    if (watch->options->svg && !output_can_write(watch->options->svg)) return print_chart_fault(watch);
    if (!(watch->stop = stop_hear())) return print_fault(watch, L"cannot wait for Ctrl-C");
    if (view && console_is_there()) {
        if (!console_open(&watch->console)) return print_fault(watch, L"cannot use the console");
        watch->on_screen = true;
    }
    if (watch->options->form != FORM_CSV) return true;
    csv_add_header(&watch->text);
    return output_write(L"top", &watch->text);
}

static bool draw_chart(struct watch *watch)
{
    if (!watch->options->svg) return true;
    text_empty(&watch->text);
    svg_add(&watch->text, &watch->history);
    return output_write_file(watch->options->svg, &watch->text) || print_chart_fault(watch);
}

static void select_by_options(struct watch *watch)
{
    struct selection *selection = &watch->selection;
    const WCHAR *at;

    selection->process = watch->options->process;
    selection->tree = watch->options->tree;
    selection->self = GetCurrentProcessId();
    selection->starter = query_own_parent();
    selection->commands = watch->options->form != FORM_VIEW;
    for (at = watch->options->filter; at && *at && selection->part_length < SELECTION_MOST; at++)
        selection->part[selection->part_length++] = *at;
    watch->ancestry.followed = selection->tree ? selection->process : 0;
    watch->view.selection = *selection;
}

bool watch_usage(const struct options *options)
{
    struct watch watch = {
        .options = options,
        .view = { .threads = options->process && !options->tree, .tree = options->tree, .order = options->order }
    };
    bool done;

    select_by_options(&watch);
    done = begin_watch(&watch) && watch_until_end(&watch);

    if (watch.on_screen) console_close(&watch.console);
    if (done) done = draw_chart(&watch);
    if (watch.fault)
        write_message(L"top: %ls%ls%ls: %ls", watch.fault, watch.object ? L" " : L"", watch.object ? watch.object : L"",
                      find_error_text(watch.error));
    history_free(&watch.history);
    interval_free(&watch.interval);
    sample_free(&watch.samples[0]);
    sample_free(&watch.samples[1]);
    text_free(&watch.text);
    rows_free(&watch.rows);
    ancestry_free(&watch.ancestry);
    return done;
}
