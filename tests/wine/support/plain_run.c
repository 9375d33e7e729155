/* SPDX-License-Identifier: MIT */
#include "plain_run.h"

#include <stdio.h>
#include <string.h>

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
    WCHAR line[MAX_PATH + 32];
    struct program plain;

    _snwprintf(line, ARRAYSIZE(line), L"\"%ls\" %lu", path, GetCurrentProcessId());
    if (hooked) launch_start(&plain, L"must", path, line, NULL);
    else program_start(&plain, path, line, NULL, NULL);
    program_finish(&plain, NULL, 0, outcome);
    assert_int_equal(outcome->code, 0);
    assert_int_equal(outcome->err_length, 0);
    said(outcome, "", "ended");
}

void plain_run(const WCHAR *program, BOOL hooked, struct outcome *outcome)
{
    plain_run_at(beside(program), hooked, outcome);
}
