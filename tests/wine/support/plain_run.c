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

static struct outcome last;
static const WCHAR *last_mode = L"";

static void forget_last(void)
{
    last_mode = L"";
    outcome_free(&last);
    last = (struct outcome){ .out = NULL };
}

const struct outcome *plain_run_at(const WCHAR *path, BOOL hooked)
{
    forget_last();
    launch_with(hooked ? L"must" : NULL, path, format_line(L" %lu", GetCurrentProcessId()), &last);
    assert_ended_well(&last);
    said(&last, "", "ended");
    return &last;
}

const struct outcome *plain_run(const WCHAR *program, BOOL hooked)
{
    return plain_run_at(beside(program), hooked);
}

void run_mode(const WCHAR *program, const WCHAR *mode, ULONG64 work_ms)
{
    if (!wcscmp(last_mode, mode)) return;
    forget_last();
    launch(beside(program), format_line(L" %ls %llu", mode, ticks_of_ms(work_ms)), &last);
    assert_ended_well(&last);
    last_mode = mode;
}

ULONG64 reported(const char *who, const char *what)
{
    return said(&last, who, what).value;
}
