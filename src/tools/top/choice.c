/* SPDX-License-Identifier: MIT */
#include "tools/top/samples.h"
#include "tools/tools.h"
#include "tools/top/screen.h"

#include <string.h>
#include <windows.h>

bool selection_takes(const struct selection *selection, const struct task *task)
{
    if (!selection->process || task->process == selection->process) return true;
    return selection->tree && task->info && task->info->is_followed;
}

bool selection_matches(const struct selection *selection, const struct task *task)
{
    const struct process_info *info = task->info;

    if (name_contains(task->name, task->name_length, selection->part, selection->part_length)) return true;
    return selection->commands && info && task->process != selection->self && task->process != selection->starter
           && name_contains(info->command, info->command_length, selection->part, selection->part_length);
}

bool selection_has(const struct selection *selection, const struct task *task)
{
    return selection_takes(selection, task) && selection_matches(selection, task);
}

static const struct option all[] = {
    { L"--help", FLAG, offsetof(struct options, help), 0, 0, NULL },
    { L"--once", FLAG, offsetof(struct options, once), 0, 0, NULL },
    { L"--tree", FLAG, offsetof(struct options, tree), 0, 0, NULL },
    { L"--json", FLAG, offsetof(struct options, json), 0, 0, NULL },
    { L"--csv", FLAG, offsetof(struct options, csv), 0, 0, NULL },
    { L"--interval", THOUSANDTHS, offsetof(struct options, interval), 50, 3600000, L"takes seconds, 0.05 to 3600, not" },
    { L"--count", NUMBER, offsetof(struct options, count), 1, UINT32_MAX, L"takes a number from 1, not" },
    { L"--pid", NUMBER, offsetof(struct options, process), 1, UINT32_MAX, L"takes a process's id, not" },
    { L"--filter", TEXT, offsetof(struct options, filter), 1, 64, L"takes 1 to 64 characters, not" },
    { L"--sort", TEXT, offsetof(struct options, sort), 0, UINT32_MAX, NULL },
    { L"--svg", TEXT, offsetof(struct options, svg), 1, UINT32_MAX, L"takes a file's name, not" },
    { .name = NULL },
};

const char *const order_names[ORDERS] = { [ORDER_CYCLES] = "cycles", [ORDER_USER] = "user", [ORDER_KERNEL] = "kernel",
                                          [ORDER_MEMORY] = "memory", [ORDER_ID] = "id",     [ORDER_NAME] = "name" };

static bool read_order(const wchar_t *name, enum order_key *order)
{
    size_t key, i;

    for (key = 0; key < ORDERS; key++) {
        for (i = 0; name[i] && name[i] == (wchar_t)order_names[key][i]; i++) continue;
        *order = (enum order_key)key;
        if (!name[i] && !order_names[key][i]) return true;
    }
    return false;
}

struct options_error options_read(wchar_t *const *arguments, struct options *options)
{
    struct options_error error = { NULL, NULL, NULL };

    *options = (struct options){ .interval = 1000 };
    while (*arguments && !error.what) error = option_read(all, &arguments, options);
    if (error.what) return error;
    if (options->sort && !read_order(options->sort, &options->order))
        return (struct options_error){ L"takes cycles, user, kernel, memory, id or name, not", L"--sort", options->sort };
    if (options->json && options->csv) return (struct options_error){ L"--json and --csv exclude each other", L"", L"" };
    if (options->once && options->count > 1)
        return (struct options_error){ L"--once and --count exclude each other", L"", L"" };
    if (options->once) options->count = 1;
    options->form = options->json ? FORM_JSON : options->csv ? FORM_CSV : FORM_VIEW;
    return error;
}

static void go_to_top(struct view *view)
{
    view->skipped = view->cursor = 0;
    view->has_cursor = false;
}

static void type_character(struct view *view, uint16_t character)
{
    struct selection *selection = &view->selection;

    if (character == '\t' || selection->part_length == SELECTION_MOST) return;
    selection->part[selection->part_length++] = character;
    go_to_top(view);
}

/* A character may have two units in UTF-16. */
static void take_back(struct view *view)
{
    struct selection *selection = &view->selection;

    if (!view->typing || !selection->part_length) return;
    selection->part_length--;
    if (selection->part_length
        && IS_SURROGATE_PAIR(selection->part[selection->part_length - 1], selection->part[selection->part_length]))
        selection->part_length--;
    go_to_top(view);
}

static void clear_filter(struct view *view)
{
    view->selection.part_length = 0;
    view->typing = false;
    go_to_top(view);
}

/* If threads are shown, the tree of processes comes. */
static void switch_tree(struct view *view)
{
    view->tree = view->threads || !view->tree;
    view->threads = false;
    go_to_top(view);
}

static void switch_threads(struct view *view)
{
    view->threads = !view->threads;
    go_to_top(view);
}

static void run_command_key(struct view *view, uint16_t character)
{
    switch (character) {
    case 'q':
    case 'Q': view->quit = true; break;
    case ' ':
    case 'p': view->paused = !view->paused; break;
    case '\t':
    case 't': switch_threads(view); break;
    case 'T': switch_tree(view); break;
    case 'l': view_switch_commands(view); break;
    case '/': view->typing = true; break;
    case '?':
    case 'h': view->help = true; break;
    case 'c': view->order = ORDER_CYCLES; break;
    case 'u': view->order = ORDER_USER; break;
    case 'k': view->order = ORDER_KERNEL; break;
    case 'm': view->order = ORDER_MEMORY; break;
    case 'i': view->order = ORDER_ID; break;
    case 'n': view->order = ORDER_NAME; break;
    default: break;
    }
}

/* Windows gives keys such as Escape a control character; only Tab is one that counts. */
static void handle_character(struct view *view, uint16_t character)
{
    if ((character < ' ' && character != '\t') || character == 0x7f) return;
    if (view->typing) type_character(view, character);
    else run_command_key(view, character);
}

/* The first key shows the cursor in the first line. */
static void move_cursor(struct view *view, size_t up, size_t down)
{
    if (view->has_cursor) view->cursor = (view->cursor < up ? 0 : view->cursor - up) + down;
    view->has_cursor = view->has_moved = true;
}

static void move_page(struct view *view, bool is_down)
{
    const size_t page = view->page > 1 ? view->page - 1 : 1;

    view->has_cursor = true;
    move_cursor(view, is_down ? 0 : page, is_down ? page : 0);
    view->skipped = (is_down ? view->skipped + page : view->skipped < page ? 0 : view->skipped - page);
}

static void unfold_process(struct unfolded *unfolded, const struct row_id *process, bool is_unfolded)
{
    size_t count = 0, i;

    for (i = 0; i < unfolded->count; i++)
        if (!row_id_is(&unfolded->process[i], process)) unfolded->process[count++] = unfolded->process[i];
    if (is_unfolded && count == UNFOLDED_MOST)
        memmove(unfolded->process, unfolded->process + 1, --count * sizeof *unfolded->process);
    if (is_unfolded) unfolded->process[count++] = *process;
    unfolded->count = count;
}

/* In the line of a thread its process is meant. */
static void unfold_chosen(struct view *view, bool is_unfolded)
{
    if (view->threads || !view->chosen.process) return;
    view->has_cursor = true;
    if (!is_unfolded) view->chosen.thread = 0;
    if (!view->chosen.thread) unfold_process(&view->unfolded, &view->chosen, is_unfolded);
}

void view_handle_key(struct view *view, uint16_t key, uint16_t character)
{
    if (view->help) {
        view->help = !key && !character; /* no key: the size of the screen has changed */
        return;
    }
    switch (key) {
    case VK_RETURN: view->typing = false; break;
    case VK_ESCAPE: clear_filter(view); break;
    case VK_BACK: take_back(view); break;
    case VK_UP: move_cursor(view, 1, 0); break;
    case VK_DOWN: move_cursor(view, 0, 1); break;
    case VK_RIGHT: unfold_chosen(view, true); break;
    case VK_LEFT: unfold_chosen(view, false); break;
    case VK_PRIOR: move_page(view, false); break;
    case VK_NEXT: move_page(view, true); break;
    case VK_HOME: go_to_top(view); break;
    default: handle_character(view, character); break;
    }
}
