/* SPDX-License-Identifier: MIT */
#include "plain_run.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

struct said said(const struct outcome *outcome, const char *who, const char *what)
{
    struct said said = { FALSE, 0, 0 };
    char name[64];
    const char *line;

    snprintf(name, sizeof name, *who ? "%s-%s " : "%s%s ", who, what);
    line = strstr(outcome->out, name);
    if (!line) print_error("no %sin: %s%s\n", name, outcome->out, outcome->err);
    assert_non_null(line);
    assert_int_equal(sscanf(line + strlen(name), "%d %lu %llu", &said.done, &said.error, &said.value), 3);
    return said;
}

void plain_run_at(const WCHAR *path, BOOL hooked, struct outcome *outcome)
{
    const WCHAR *line = format_line(L"\"%ls\" %lu", path, GetCurrentProcessId());
    struct program plain;

    if (hooked) launch_start(&plain, L"must", path, line, NULL);
    else program_start(&plain, path, line, NULL, NULL);
    program_finish(&plain, NULL, 0, outcome);
    assert_succeeded(outcome);
    said(outcome, "", "ended");
}

void plain_run(const WCHAR *program, BOOL hooked, struct outcome *outcome)
{
    plain_run_at(beside(program), hooked, outcome);
}

static struct outcome last;

void run_mode(const WCHAR *program, const WCHAR *mode, ULONG64 work_ms)
{
    static const WCHAR *last_mode = L"";

    if (!wcscmp(last_mode, mode)) return;
    last_mode = L"";
    outcome_free(&last);
    last = (struct outcome){ .out = NULL };
    launch(beside(program), format_line(L" %ls %llu", mode, ticks_of_ms(work_ms)), &last);
    assert_succeeded(&last);
    last_mode = mode;
}

ULONG64 reported(const char *who, const char *what)
{
    return said(&last, who, what).value;
}
