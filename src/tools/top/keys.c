/* SPDX-License-Identifier: MIT */
/* Changes the view by the keys that are pressed. */
#include "tools/top/screen.h"

#include <string.h>
#include <windows.h>

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
