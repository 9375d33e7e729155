/* SPDX-License-Identifier: MIT */
/* The console in which the viewer draws, and its keys. */
#include "tools/top/screen.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct cell) == sizeof(CHAR_INFO) && offsetof(struct cell, colour) == offsetof(CHAR_INFO, Attributes),
               "a cell is what the console takes");

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
    console->input = GetStdHandle(STD_INPUT_HANDLE);
    if (!GetConsoleMode(console->input, &console->mode)) console->input = NULL;
    if (!console->input) return true;
    SetConsoleMode(console->input, ENABLE_PROCESSED_INPUT | ENABLE_WINDOW_INPUT | ENABLE_EXTENDED_FLAGS);
    FlushConsoleInputBuffer(console->input);
    return true;
}

/* Wine's console does not notice when its terminal gets another size. bin/cycletime writes the size into a file, as "HEIGHT
   WIDTH". */
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
    /* A window cannot be larger than its buffer, so the window is made the smallest first. */
    SetConsoleWindowInfo(screen, TRUE, &(SMALL_RECT){ 0, 0, 0, 0 });
    SetConsoleScreenBufferSize(screen, (COORD){ (SHORT)width, (SHORT)height });
    SetConsoleWindowInfo(screen, TRUE, &(SMALL_RECT){ 0, 0, (SHORT)(width - 1), (SHORT)(height - 1) });
}

bool console_fit(struct console *console)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    int width, height;
    struct cell *cells;

    heed_terminal(console->screen);
    if (!GetConsoleScreenBufferInfo(console->screen, &info)) return false;
    width = info.srWindow.Right - info.srWindow.Left + 1;
    height = info.srWindow.Bottom - info.srWindow.Top + 1;
    if (width == console->grid.width && height == console->grid.height) return true;
    cells = calloc((size_t)2 * width * height, sizeof *cells);
    if (!cells) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return false;
    }
    free(console->grid.cells);
    console->grid = (struct grid){ .cells = cells, .width = width, .height = height };
    console->shown = cells + (size_t)width * height;
    return true; /* cppcheck-suppress memleak; the grid has it */
}

/* All rows from the first to the last that has changed, in as few pieces as there can be: before Windows 8 each is 64 kB at
   most. */
bool console_show(struct console *console)
{
    const size_t width = console->grid.width, most = 0xf000 / sizeof(CHAR_INFO) / width + 1,
                 size = width * sizeof(struct cell);
    struct cell *const cells = console->grid.cells, *const shown = console->shown;
    size_t first = 0, end = console->grid.height, count;
    CONSOLE_SCREEN_BUFFER_INFO info;
    SMALL_RECT place;

    while (first < end && !memcmp(cells + first * width, shown + first * width, size)) first++;
    while (end > first && !memcmp(cells + (end - 1) * width, shown + (end - 1) * width, size)) end--;
    if (first < end && !GetConsoleScreenBufferInfo(console->screen, &info)) return false;
    for (; first < end; first += count) {
        count = end - first < most ? end - first : most;
        place = (SMALL_RECT){ info.srWindow.Left, (SHORT)(info.srWindow.Top + first),
                              (SHORT)(info.srWindow.Left + width - 1), (SHORT)(info.srWindow.Top + first + count - 1) };
        memcpy(shown + first * width, cells + first * width, count * size);
        if (!WriteConsoleOutputW(console->screen, (const CHAR_INFO *)(cells + first * width),
                                 (COORD){ (SHORT)width, (SHORT)count }, (COORD){ 0, 0 }, &place))
            return false;
    }
    return true;
}

bool console_key(struct console *console, uint16_t *key, uint16_t *character)
{
    INPUT_RECORD record;
    DWORD count;

    *key = *character = 0;
    while (console->input && PeekConsoleInputW(console->input, &record, 1, &count) && count) {
        if (!ReadConsoleInputW(console->input, &record, 1, &count) || !count) return false;
        if (record.EventType == WINDOW_BUFFER_SIZE_EVENT) return true;
        if (record.EventType != KEY_EVENT || !record.Event.KeyEvent.bKeyDown) continue;
        *key = record.Event.KeyEvent.wVirtualKeyCode;
        *character = record.Event.KeyEvent.uChar.UnicodeChar;
        return true;
    }
    return false;
}

/* Wine leaves on the terminal what the screen before has no text for, so this wipes the screen first. */
void console_close(struct console *console)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    DWORD written;

    if (GetConsoleScreenBufferInfo(console->screen, &info)) {
        FillConsoleOutputAttribute(console->screen, COLOUR_PLAIN, info.dwSize.X * info.dwSize.Y, (COORD){ 0, 0 }, &written);
        FillConsoleOutputCharacterW(console->screen, ' ', info.dwSize.X * info.dwSize.Y, (COORD){ 0, 0 }, &written);
    }
    SetConsoleActiveScreenBuffer(console->before);
    CloseHandle(console->screen);
    if (console->input) SetConsoleMode(console->input, console->mode);
    free(console->grid.cells);
    *console = (struct console){ 0 };
}
