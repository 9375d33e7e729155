/* SPDX-License-Identifier: MIT */
/* The viewer's loop: it takes a sample, draws it, and waits for a key or the end of the interval. */
#include "tools/top/screen.h"

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
    uint64_t begin; /* 100 ns: the first sample's moment */
    double seconds; /* from then to the latest sample */
    uint32_t count;
    bool on_screen;
    const WCHAR *fault, *object; /* the message of a failure, and its file or NULL; the last error was ERROR */
    DWORD error;
};

static bool note_fault(struct watch *watch, const WCHAR *fault)
{
    watch->error = GetLastError();
    watch->fault = fault;
    return false;
}

/* With a tree, also when the first of them has ended and others go on. */
static bool has_watched(const struct watch *watch)
{
    const struct sample *sample = &watch->samples[watch->latest];
    const uint32_t process = watch->selection.process;
    size_t i;

    if (process && watch->selection.tree) return ancestry_has_followed(&watch->ancestry);
    for (i = 0; i < sample->task_count; i++)
        if (sample->tasks[i].process == process) return true;
    return !process;
}

static bool sample_once(struct watch *watch)
{
    struct sample *sample = &watch->samples[!watch->latest];

    if (!sample_take(sample)) return note_fault(watch, L"the list of processes cannot be read");
    if (!ancestry_attach(&watch->ancestry, sample)) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return note_fault(watch, L"cannot keep where processes come from");
    }
    watch->latest = !watch->latest;
    if (!watch->begin) watch->begin = sample->moment;
    watch->seconds = (double)(sample->moment - watch->begin) / SECOND;
    return true;
}

static bool compare_samples(struct watch *watch)
{
    const double from = watch->seconds;

    if (!sample_once(watch)) return false;
    watch->count++;
    if (interval_make(&watch->interval, &watch->samples[!watch->latest], &watch->samples[watch->latest])
        && rows_reserve(&watch->rows, watch->interval.usage_count)
        && (!watch->options->svg
            || history_add(&watch->history, &watch->interval, &watch->selection, from, watch->seconds)))
        return true;
    SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return note_fault(watch, L"cannot compare two samples");
}

static bool draw_screen(struct watch *watch)
{
    if (!console_fit(&watch->console)) return note_fault(watch, L"the console's size cannot be read");
    if (view_shows_commands(&watch->view, watch->console.grid.width)) ancestry_query_commands(&watch->ancestry);
    view_draw(&watch->view, &watch->interval, &watch->rows, &watch->console.grid);
    return console_show(&watch->console) || note_fault(watch, L"cannot write to the console");
}

static bool show_interval(struct watch *watch)
{
    const double seconds = watch->seconds;

    if (watch->on_screen) return draw_screen(watch);
    text_empty(&watch->text);
    if (watch->selection.commands) ancestry_query_commands(&watch->ancestry);
    if (watch->options->form == FORM_JSON) records_add_json(&watch->text, &watch->interval, &watch->selection, seconds);
    else if (watch->options->form == FORM_CSV) records_add_csv(&watch->text, &watch->interval, &watch->selection, seconds);
    else rows_add_lines(&watch->text, &watch->interval, &watch->selection, watch->options->order, &watch->rows);
    return output_write(L"top", &watch->text);
}

/* Waits until DUE, and as long as the viewer is paused, or until it is to end, and handles the keys that are pressed. */
static bool wait_until(struct watch *watch, uint64_t due)
{
    const HANDLE events[] = { watch->stop, watch->console.input };
    const DWORD event_count = watch->console.input ? 2 : 1;
    uint16_t key, character;
    DWORD left, event;
    bool is_stale;

    while (!watch->view.quit) {
        left = tool_milliseconds_until(due);
        if (!left && !watch->view.paused) break;
        event = WaitForMultipleObjects(event_count, events, FALSE, left && left < PATIENCE ? left : PATIENCE);
        if (event == WAIT_FAILED) return note_fault(watch, L"cannot wait");
        if (event == WAIT_OBJECT_0) watch->view.quit = true;
        if (event == WAIT_OBJECT_0 || !watch->on_screen) continue;
        is_stale = event == WAIT_TIMEOUT;
        for (; console_key(&watch->console, &key, &character); is_stale = true)
            view_handle_key(&watch->view, key, character);
        if (is_stale && !draw_screen(watch)) return false;
    }
    return true;
}

/* Without a screen no key ends the viewer: only --count, --pid or Ctrl-C does. */
static bool watch_until_end(struct watch *watch)
{
    const uint64_t interval = (uint64_t)watch->options->interval * MILLISECOND;
    uint64_t due;

    if (!sample_once(watch)) return false;
    if (!has_watched(watch)) {
        SetLastError(ERROR_NOT_FOUND);
        return note_fault(watch, L"there is no such process");
    }
    if (watch->on_screen && !draw_screen(watch)) return false;
    for (due = read_tool_clock() + interval; !watch->options->count || watch->count < watch->options->count;
         due += interval) {
        if (!wait_until(watch, due)) return false;
        if (watch->view.quit || !has_watched(watch)) return true;
        if (!compare_samples(watch) || !show_interval(watch)) return false;
        if (read_tool_clock() > due + interval) due = read_tool_clock(); /* intervals that were missed are skipped */
    }
    return true;
}

static bool begin_watch(struct watch *watch)
{
    const bool view = watch->options->form == FORM_VIEW && !watch->options->once;
    DWORD mode;

    watch->object = watch->options->svg;
    if (watch->options->svg && !output_can_write(watch->options->svg)) return note_fault(watch, L"cannot write the chart");
    watch->object = NULL;
    watch->stop = tool_listen_for_stop();
    if (!watch->stop) return note_fault(watch, L"cannot wait for Ctrl-C");
    if (view && GetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), &mode)) {
        if (!console_open(&watch->console)) return note_fault(watch, L"cannot use the console");
        watch->on_screen = true;
    }
    if (watch->options->form != FORM_CSV) return true;
    records_add_csv_header(&watch->text);
    return output_write(L"top", &watch->text);
}

bool watch_usage(const struct options *options)
{
    struct watch watch = {
        .options = options,
        .selection = { .process = options->process,
                       .tree = options->tree,
                       .self = GetCurrentProcessId(),
                       .commands = options->form != FORM_VIEW },
        .ancestry = { .followed = options->tree ? options->process : 0 },
        .view = { .threads = options->process && !options->tree, .tree = options->tree, .order = options->order }
    };
    struct selection *selection = &watch.selection;
    const WCHAR *at;
    ULONG starter;
    bool done;

    if (NT_SUCCESS(nt_parent_id(GetCurrentProcess(), &starter))) selection->starter = starter;
    for (at = options->filter; at && *at && selection->part_length < SELECTION_MOST; at++)
        selection->part[selection->part_length++] = *at;
    watch.view.selection = *selection;
    done = begin_watch(&watch) && watch_until_end(&watch);
    if (watch.on_screen) console_close(&watch.console);
    if (done && options->svg) {
        text_empty(&watch.text);
        history_add_svg(&watch.text, &watch.history);
        watch.object = options->svg;
        done = output_write_file(options->svg, &watch.text) || note_fault(&watch, L"cannot write the chart");
    }
    if (watch.fault)
        output_write_message(L"top: %ls%ls%ls: %ls", watch.fault, watch.object ? L" " : L"",
                             watch.object ? watch.object : L"", output_error_text(watch.error));
    history_free(&watch.history);
    interval_free(&watch.interval);
    sample_free(&watch.samples[0]);
    sample_free(&watch.samples[1]);
    text_free(&watch.text);
    rows_free(&watch.rows);
    ancestry_free(&watch.ancestry);
    return done;
}
