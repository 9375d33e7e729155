/* SPDX-License-Identifier: MIT */
/* Changes the view by the keys that are pressed. */
#include "tools/top/screen.h"

#include <string.h>

static void go_to_top(struct view *view)
{
    view->skipped = view->cursor = 0;
    view->has_cursor = false;
}

/* If threads are shown, T shows the tree of processes. If l chooses what the width of the screen asks for, a change of the
   width changes it again. */
static void run_command_key(struct view *view, uint16_t character)
{
    bool has_commands;

    switch (character) {
    case 'q':
    case 'Q': view->quit = true; break;
    case ' ':
    case 'p': view->paused = !view->paused; break;
    case '\t':
    case 't':
        view->threads = !view->threads;
        go_to_top(view);
        break;
    case 'T':
        view->tree = view->threads || !view->tree;
        view->threads = false;
        go_to_top(view);
        break;
    case 'l':
        has_commands = !view_shows_commands(view, view->width);
        view->commands = COMMANDS_BY_WIDTH;
        if (view_shows_commands(view, view->width) == has_commands) break;
        view->commands = has_commands ? COMMANDS_SHOWN : COMMANDS_HIDDEN;
        break;
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

/* Windows gives keys such as Escape a control character; only Tab is one that counts, and it is no part of a filter. */
static void handle_character(struct view *view, uint16_t character)
{
    struct selection *selection = &view->selection;

    if ((character < ' ' && character != '\t') || character == 0x7f) return;
    if (!view->typing) run_command_key(view, character);
    else if (character != '\t' && selection->part_length < SELECTION_MOST) {
        selection->part[selection->part_length++] = character;
        go_to_top(view);
    }
}

/* A character may have two units in UTF-16. */
static void delete_character(struct view *view)
{
    struct selection *selection = &view->selection;
    size_t length = selection->part_length;

    if (!view->typing || !length) return;
    length--;
    if (length && IS_SURROGATE_PAIR(selection->part[length - 1], selection->part[length])) length--;
    selection->part_length = length;
    go_to_top(view);
}

/* The first key shows the cursor in the first line. */
static void move_cursor(struct view *view, size_t up, size_t down)
{
    if (view->has_cursor) view->cursor = (view->cursor < up ? 0 : view->cursor - up) + down;
    view->has_cursor = view->has_moved = true;
}

/* In the line of a thread its process is meant. */
static void unfold_chosen(struct view *view, bool is_unfolded)
{
    struct unfolded *const unfolded = &view->unfolded;
    size_t count = 0, i;

    if (view->threads || !view->chosen.process) return;
    view->has_cursor = true;
    if (!is_unfolded) view->chosen.thread = 0;
    if (view->chosen.thread) return;
    for (i = 0; i < unfolded->count; i++)
        if (!row_id_is(&unfolded->process[i], &view->chosen)) unfolded->process[count++] = unfolded->process[i];
    if (is_unfolded && count == UNFOLDED_MOST)
        memmove(unfolded->process, unfolded->process + 1, --count * sizeof *unfolded->process);
    if (is_unfolded) unfolded->process[count++] = view->chosen;
    unfolded->count = count;
}

void view_handle_key(struct view *view, uint16_t key, uint16_t character)
{
    const size_t page = view->page > 1 ? view->page - 1 : 1;

    if (view->help) {
        view->help = !key && !character; /* no key: the size of the screen has changed */
        return;
    }
    switch (key) {
    case VK_RETURN: view->typing = false; break;
    case VK_ESCAPE:
        view->selection.part_length = 0;
        view->typing = false;
        go_to_top(view);
        break;
    case VK_BACK: delete_character(view); break;
    case VK_UP: move_cursor(view, 1, 0); break;
    case VK_DOWN: move_cursor(view, 0, 1); break;
    case VK_RIGHT: unfold_chosen(view, true); break;
    case VK_LEFT: unfold_chosen(view, false); break;
    case VK_PRIOR:
        view->has_cursor = true;
        move_cursor(view, page, 0);
        view->skipped = view->skipped < page ? 0 : view->skipped - page;
        break;
    case VK_NEXT:
        view->has_cursor = true;
        move_cursor(view, 0, page);
        view->skipped += page;
        break;
    case VK_HOME: go_to_top(view); break;
    default: handle_character(view, character); break;
    }
}
