/* SPDX-License-Identifier: MIT */
/* Writes the table of `cycletime time` as text or JSON. */
#include "tools/command/command.h"
#include "unixlib/clocks/tsc.h"
#include "tools/command/child.h"
#include "protocol/arithmetic.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SECOND = 10000000, MILLISECOND = 10000 }; /* 100 ns */

struct sum {
    uint64_t user, kernel;
    size_t processes;
};

static uint64_t ticks; /* the TSC's in a second */

static uint64_t convert_to_cycles(uint64_t user, uint64_t kernel)
{
    return in_proportion(user + kernel, ticks, SECOND);
}

static struct sum sum_of(const struct process_report *report, size_t count, bool is_of_all)
{
    struct sum sum = { .user = 0 };

    for (; count; count--, report++) {
        if (!is_of_all && !report->is_wines) continue;
        sum.user += report->user;
        sum.kernel += report->kernel;
        sum.processes++;
    }
    return sum;
}

/* A row up to its name; ELAPSED of 0 and CODE of NULL are not known. */
static void print_row(FILE *out, uint64_t elapsed, uint64_t user, uint64_t kernel, const uint32_t *code)
{
    if (elapsed) fprintf(out, "%8llu.%03llu", elapsed / SECOND + 0ull, elapsed % SECOND / MILLISECOND + 0ull);
    else fprintf(out, "%12s", "-");
    fprintf(out, "%8llu.%03llu%8llu.%03llu", user / SECOND + 0ull, user % SECOND / MILLISECOND + 0ull,
            kernel / SECOND + 0ull, kernel % SECOND / MILLISECOND + 0ull);
    if (ticks) fprintf(out, "%17llu", convert_to_cycles(user, kernel) + 0ull);
    else fprintf(out, "%17s", "-");
    if (!code) fprintf(out, "%11s  ", "-");
    else if (*code >> 31) fprintf(out, " 0x%08x  ", (unsigned)*code); /* a status */
    else fprintf(out, "%11u  ", (unsigned)*code);
}

static void print_table(FILE *out, const struct process_report *report, size_t count, uint64_t elapsed)
{
    static const char *const marks[] = {
        [REPORT_ENDED] = "", [REPORT_RUNS] = " (still runs)", [REPORT_PUBLISHED] = " (as published last)"
    };
    const struct sum wines = sum_of(report, count, false), all = sum_of(report, count, true);

    fprintf(out, "%12s%12s%12s%17s%11s  %s\n", "elapsed s", "user s", "kernel s", "cycles", "exit code", "process");
    for (; count; count--, report++) {
        if (report->is_wines) continue;
        print_row(out, report->elapsed, report->user, report->kernel, report->has_code ? &report->code : NULL);
        printable_put(out, report->name);
        fprintf(out, "%s\n", marks[report->state]);
    }
    if (wines.processes) {
        print_row(out, 0, wines.user, wines.kernel, NULL);
        fprintf(out, "Wine's own (%zu)\n", wines.processes);
    }
    print_row(out, elapsed, all.user, all.kernel, NULL);
    fprintf(out, "sum (%zu)\n", all.processes);
}

static void print_times(FILE *out, uint64_t user, uint64_t kernel)
{
    fprintf(out, "\"user\": %llu.%07llu, \"kernel\": %llu.%07llu, \"cycles\": ", user / SECOND + 0ull, user % SECOND + 0ull,
            kernel / SECOND + 0ull, kernel % SECOND + 0ull);
    if (ticks) fprintf(out, "%llu", convert_to_cycles(user, kernel) + 0ull);
    else fputs("null", out);
}

static void print_elapsed(FILE *out, uint64_t elapsed)
{
    if (elapsed) fprintf(out, "\"elapsed\": %llu.%07llu, ", elapsed / SECOND + 0ull, elapsed % SECOND + 0ull);
    else fputs("\"elapsed\": null, ", out);
}

static void print_process(FILE *out, const struct process_report *report)
{
    static const char *const states[] = {
        [REPORT_ENDED] = "ended", [REPORT_RUNS] = "runs", [REPORT_PUBLISHED] = "published"
    };

    fputs("    { \"name\": \"", out);
    printable_put_json(out, report->name);
    fputs("\", ", out);
    print_elapsed(out, report->elapsed);
    print_times(out, report->user, report->kernel);
    if (report->has_code) fprintf(out, ", \"exit_code\": %u", (unsigned)report->code);
    else fputs(", \"exit_code\": null", out);
    fprintf(out, ", \"state\": \"%s\" }", states[report->state]);
}

static void print_json(FILE *out, const struct process_report *report, size_t count, uint64_t elapsed)
{
    const struct sum wines = sum_of(report, count, false), all = sum_of(report, count, true);
    const char *between = "";

    fputs("{\n  \"processes\": [\n", out);
    for (; count; count--, report++) {
        if (report->is_wines) continue;
        fputs(between, out);
        print_process(out, report);
        between = ",\n";
    }
    fprintf(out, "\n  ],\n  \"wine\": { \"processes\": %zu, ", wines.processes);
    print_times(out, wines.user, wines.kernel);
    fprintf(out, " },\n  \"sum\": { \"processes\": %zu, ", all.processes);
    print_elapsed(out, elapsed);
    print_times(out, all.user, all.kernel);
    fputs(" }\n}\n", out);
}

/* In one piece, since what runs may write beside us. */
static bool write_whole(int out, const char *text, size_t size)
{
    ssize_t written;

    for (; size; text += written, size -= (size_t)written)
        if ((written = write(out, text, size)) <= 0) return false;
    return true;
}

bool table_write(int out, bool is_json)
{
    char *text = NULL;
    uint64_t elapsed;
    size_t size, count;
    const struct process_report *const report = process_report_all(&count, &elapsed);
    FILE *const memory = open_memstream(&text, &size);
    bool done;

    if (!memory) return false;
    ticks = tsc_rate_get(NULL);
    (is_json ? print_json : print_table)(memory, report, count, elapsed);
    done = !fclose(memory) && write_whole(out, text, size);
    free(text);
    return done;
}
