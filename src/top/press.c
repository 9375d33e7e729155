/* SPDX-License-Identifier: MIT */
#include "view.h"

static void go_home(struct view *view)
{
    view->skipped = 0;
}

static void clear_filter(struct view *view)
{
    view->selection.part_length = 0;
    view->typing = false;
    go_home(view);
}

static void type(struct view *view, uint16_t character)
{
    struct selection *selection = &view->selection;

    if (selection->part_length == SELECTION_MOST) return;
    selection->part[selection->part_length++] = character;
    go_home(view);
}

/* A character may be two units. */
static void take_back(struct view *view)
{
    struct selection *selection = &view->selection;

    if (!selection->part_length) return;
    selection->part_length--;
    if (selection->part_length && (selection->part[selection->part_length] & 0xfc00) == 0xdc00
        && (selection->part[selection->part_length - 1] & 0xfc00) == 0xd800)
        selection->part_length--;
    go_home(view);
}

static void switch_threads(struct view *view)
{
    view->threads = !view->threads;
    go_home(view);
}

/* From threads it leads to the processes' tree. */
static void switch_tree(struct view *view)
{
    view->tree = view->threads || !view->tree;
    view->threads = false;
    go_home(view);
}

static void command(struct view *view, uint16_t character)
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
    case 'c': view->order = ORDER_CYCLES; break;
    case 'u': view->order = ORDER_USER; break;
    case 'k': view->order = ORDER_KERNEL; break;
    case 'i': view->order = ORDER_ID; break;
    case 'n': view->order = ORDER_NAME; break;
    default: break;
    }
}

static void press_character(struct view *view, uint16_t character)
{
    if (!view->typing) command(view, character);
    else if (character != '\t') type(view, character);
}

void view_press(struct view *view, struct press press)
{
    const size_t page = view->page > 1 ? view->page - 1 : 1;

    switch (press.key) {
    case KEY_CHARACTER: press_character(view, press.character); break;
    case KEY_ENTER: view->typing = false; break;
    case KEY_ESCAPE: clear_filter(view); break;
    case KEY_BACK:
        if (view->typing) take_back(view);
        break;
    case KEY_UP: view->skipped -= view->skipped > 0; break;
    case KEY_DOWN: view->skipped++; break;
    case KEY_PAGE_UP: view->skipped -= view->skipped < page ? view->skipped : page; break;
    case KEY_PAGE_DOWN: view->skipped += page; break;
    case KEY_HOME: go_home(view); break;
    default: break;
    }
}
