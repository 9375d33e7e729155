/* SPDX-License-Identifier: MIT */
#include "console.h"

#include <stdlib.h>
#include <string.h>

bool console_is_there(void)
{
    DWORD mode;

    return GetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), &mode);
}

static void open_input(struct console *console)
{
    console->input = GetStdHandle(STD_INPUT_HANDLE);
    if (!GetConsoleMode(console->input, &console->mode)) {
        console->input = NULL;
        return;
    }
    SetConsoleMode(console->input, ENABLE_PROCESSED_INPUT | ENABLE_WINDOW_INPUT | ENABLE_EXTENDED_FLAGS);
    FlushConsoleInputBuffer(console->input);
}

bool console_open(struct console *console)
{
    const CONSOLE_CURSOR_INFO cursor = { 1, FALSE };

    *console = (struct console){ .before = GetStdHandle(STD_OUTPUT_HANDLE) };
    console->screen = CreateConsoleScreenBuffer(GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                                                CONSOLE_TEXTMODE_BUFFER, NULL);
    if (console->screen == INVALID_HANDLE_VALUE) return false;
    if (!console_fit(console) || !SetConsoleActiveScreenBuffer(console->screen)) {
        console_close(console);
        return false;
    }
    SetConsoleCursorInfo(console->screen, &cursor);
    open_input(console);
    return true;
}

/* Under Wine nobody tells the console that its terminal has another size. The host command does, by a file that holds
   "HEIGHT WIDTH". */
static void heed_terminal(HANDLE screen)
{
    static WCHAR name[MAX_PATH];
    CONSOLE_SCREEN_BUFFER_INFO info;
    char reported[32] = "", *end;
    long width, height;
    HANDLE file;
    DWORD got;

    if (!name[0] && !GetEnvironmentVariableW(L"CYCLETIME_TERMINAL", name, MAX_PATH)) return;
    file = CreateFileW(name, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0,
                       NULL);
    if (file == INVALID_HANDLE_VALUE) return;
    if (!ReadFile(file, reported, sizeof reported - 1, &got, NULL)) reported[0] = 0;
    CloseHandle(file);
    height = strtol(reported, &end, 10);
    width = strtol(end, NULL, 10);
    if (width < 1 || height < 1 || width > 1000 || height > 1000) return;
    if (!GetConsoleScreenBufferInfo(screen, &info) || (info.dwSize.X == width && info.dwSize.Y == height)) return;
    /* A window is never larger than its buffer, so first it is made the smallest. */
    SetConsoleWindowInfo(screen, TRUE, &(SMALL_RECT){ 0, 0, 0, 0 });
    SetConsoleScreenBufferSize(screen, (COORD){ (SHORT)width, (SHORT)height });
    SetConsoleWindowInfo(screen, TRUE, &(SMALL_RECT){ 0, 0, (SHORT)(width - 1), (SHORT)(height - 1) });
}

bool console_fit(struct console *console)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    int width, height;
    struct cell *cells;
    CHAR_INFO *line;
    size_t count;

    heed_terminal(console->screen);
    if (!GetConsoleScreenBufferInfo(console->screen, &info)) return false;
    width = info.srWindow.Right - info.srWindow.Left + 1;
    height = info.srWindow.Bottom - info.srWindow.Top + 1;
    if (width == console->grid.width && height == console->grid.height) return true;
    count = (size_t)width * height;
    cells = calloc(2 * count, sizeof *cells);
    line = calloc(count, sizeof *line);
    if (!cells || !line) {
        free(cells);
        free(line);
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return false;
    }
    free(console->grid.cells);
    free(console->line);
    console->grid = (struct grid){ cells, width, height };
    console->shown = cells + count;
    console->line = line;
    return true; /* cppcheck-suppress memleak; the grid has it */
}

static WORD attributes_of(uint8_t colour)
{
    static const WORD attributes[] = {
        [COLOUR_PLAIN] = FOREGROUND_RED | FOREGROUND_GREEN | FOREGROUND_BLUE,
        [COLOUR_DIM] = FOREGROUND_INTENSITY,
        [COLOUR_HEAD] = BACKGROUND_RED | BACKGROUND_GREEN | BACKGROUND_BLUE,
        [COLOUR_BUSY] = FOREGROUND_GREEN | FOREGROUND_BLUE | FOREGROUND_INTENSITY,
        [COLOUR_DPC] = FOREGROUND_RED | FOREGROUND_GREEN | FOREGROUND_INTENSITY,
        [COLOUR_INTERRUPT] = FOREGROUND_RED | FOREGROUND_BLUE | FOREGROUND_INTENSITY,
    };

    return attributes[colour];
}

static bool is_shown(const struct console *console, int row)
{
    const size_t at = (size_t)row * console->grid.width;

    return !memcmp(console->grid.cells + at, console->shown + at, console->grid.width * sizeof(struct cell));
}

static bool write_rows(struct console *console, const CONSOLE_SCREEN_BUFFER_INFO *info, int first, int count)
{
    const int width = console->grid.width, top = info->srWindow.Top + first;
    const struct cell *cells = console->grid.cells + (size_t)first * width;
    SMALL_RECT place = { info->srWindow.Left, (SHORT)top, (SHORT)(info->srWindow.Left + width - 1),
                         (SHORT)(top + count - 1) };
    int i;

    for (i = 0; i < width * count; i++) {
        console->line[i].Char.UnicodeChar = cells[i].character;
        console->line[i].Attributes = attributes_of(cells[i].colour);
    }
    memcpy(console->shown + (size_t)first * width, cells, (size_t)width * count * sizeof *cells);
    return WriteConsoleOutputW(console->screen, console->line, (COORD){ (SHORT)width, (SHORT)count }, (COORD){ 0, 0 },
                               &place);
}

/* All that has changed at once, so that no half of it is seen; before Windows 8 64 kB are the most that can be. */
bool console_show(struct console *console)
{
    const int most = 0xf000 / (int)sizeof(CHAR_INFO) / console->grid.width + 1;
    int first = 0, last = console->grid.height - 1;
    CONSOLE_SCREEN_BUFFER_INFO info;

    while (first <= last && is_shown(console, first)) first++;
    while (last > first && is_shown(console, last)) last--;
    if (first <= last && !GetConsoleScreenBufferInfo(console->screen, &info)) return false;
    for (; first <= last; first += most)
        if (!write_rows(console, &info, first, last - first < most ? last - first + 1 : most)) return false;
    return true;
}

/* Keys that stand for no character of a text come with one all the same, which is below the blank. */
static struct press press_of(const KEY_EVENT_RECORD *event)
{
    const WCHAR character = event->uChar.UnicodeChar;

    switch (event->wVirtualKeyCode) {
    case VK_RETURN: return (struct press){ KEY_ENTER, 0 };
    case VK_ESCAPE: return (struct press){ KEY_ESCAPE, 0 };
    case VK_BACK: return (struct press){ KEY_BACK, 0 };
    case VK_UP: return (struct press){ KEY_UP, 0 };
    case VK_DOWN: return (struct press){ KEY_DOWN, 0 };
    case VK_PRIOR: return (struct press){ KEY_PAGE_UP, 0 };
    case VK_NEXT: return (struct press){ KEY_PAGE_DOWN, 0 };
    case VK_HOME: return (struct press){ KEY_HOME, 0 };
    default: break;
    }
    if ((character < ' ' && character != '\t') || character == 0x7f) return (struct press){ KEY_NONE, 0 };
    return (struct press){ KEY_CHARACTER, character };
}

struct press console_key(struct console *console)
{
    const struct press none = { KEY_NONE, 0 };
    struct press press;
    INPUT_RECORD record;
    DWORD count;

    while (console->input && PeekConsoleInputW(console->input, &record, 1, &count) && count) {
        if (!ReadConsoleInputW(console->input, &record, 1, &count) || !count) return none;
        if (record.EventType == WINDOW_BUFFER_SIZE_EVENT) return (struct press){ KEY_SIZE, 0 };
        if (record.EventType != KEY_EVENT || !record.Event.KeyEvent.bKeyDown) continue;
        press = press_of(&record.Event.KeyEvent);
        if (press.key != KEY_NONE) return press;
    }
    return none;
}

/* Wine leaves on the terminal what the other screen has nothing for. */
static void wipe(struct console *console)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    DWORD written;

    if (!GetConsoleScreenBufferInfo(console->screen, &info)) return;
    FillConsoleOutputAttribute(console->screen, attributes_of(COLOUR_PLAIN), info.dwSize.X * info.dwSize.Y, (COORD){ 0, 0 },
                               &written);
    FillConsoleOutputCharacterW(console->screen, ' ', info.dwSize.X * info.dwSize.Y, (COORD){ 0, 0 }, &written);
}

void console_close(struct console *console)
{
    wipe(console);
    SetConsoleActiveScreenBuffer(console->before);
    CloseHandle(console->screen);
    if (console->input) SetConsoleMode(console->input, console->mode);
    free(console->grid.cells);
    free(console->line);
    *console = (struct console){ 0 };
}
