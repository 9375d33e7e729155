/* SPDX-License-Identifier: MIT */
/* Writes the table of `cycletime time` as text or JSON. */
#include "tools/command/ended/ended.h"
#include "tools/command/message.h"
#include "unixlib/clocks/tsc.h"
#include "protocol/arithmetic.h"

enum { SECOND = 10000000, MILLISECOND = 10000 /* 100 ns */, MEBIBYTE = 1048576, WIDTH = 13 };

static const struct figure {
    const char *column, *name; /* of the table, and in JSON */
    bool is_size;
} figures[USAGE_FIGURES] = {
    [USAGE_PEAK_MEMORY] = { "memory MiB", "peak_memory", true },
    [USAGE_MINOR_FAULTS] = { "minor faults", "minor_faults", false },
    [USAGE_MAJOR_FAULTS] = { "major faults", "major_faults", false },
    [USAGE_VOLUNTARY_SWITCHES] = { "vol switches", "voluntary_switches", false },
    [USAGE_INVOLUNTARY_SWITCHES] = { "inv switches", "involuntary_switches", false },
    [USAGE_STORAGE_READ] = { "read MiB", "storage_read", true },
    [USAGE_STORAGE_WRITTEN] = { "written MiB", "storage_written", true },
};

struct sum {
    struct process_report row;
    size_t processes;
};

static uint64_t ticks; /* the TSC's in a second */
static int columns;    /* the first ones of `figures` that the table has */

/* Processes have their peaks at different times, so of memory the largest figure counts. Unknown figures are left out. */
static struct sum add_up(const struct process_list *list, bool is_of_all)
{
    struct sum sum = { .row = { .elapsed = is_of_all ? list->elapsed : 0, .usage = usage_by_linux(0, NULL) } };
    const struct process_report *report = list->reports, *const end = report + list->count;
    uint64_t *const figures_sum = sum.row.usage.figures, part;
    int i;

    for (; report < end; report++) {
        if (!is_of_all && !report->is_wines) continue;
        sum.row.user += report->user;
        sum.row.kernel += report->kernel;
        sum.processes++;
        for (i = 0; i < USAGE_FIGURES; i++) {
            part = report->usage.figures[i];
            if (part == USAGE_UNKNOWN) continue;
            if (figures_sum[i] == USAGE_UNKNOWN) figures_sum[i] = part;
            else if (i != USAGE_PEAK_MEMORY) figures_sum[i] += part;
            else figures_sum[i] = larger_of(figures_sum[i], part);
        }
    }
    return sum;
}

/* Prints a row up to its name. An elapsed time of 0 is unknown. */
static void print_row(FILE *out, const struct process_report *row)
{
    const uint64_t elapsed = row->elapsed, user = row->user, kernel = row->kernel, *values = row->usage.figures;
    int i;

    if (elapsed) fprintf(out, "%8llu.%03llu", elapsed / SECOND + 0ull, elapsed % SECOND / MILLISECOND + 0ull);
    else fprintf(out, "%12s", "-");
    fprintf(out, "%8llu.%03llu%8llu.%03llu", user / SECOND + 0ull, user % SECOND / MILLISECOND + 0ull,
            kernel / SECOND + 0ull, kernel % SECOND / MILLISECOND + 0ull);
    if (ticks) fprintf(out, "%17llu", in_proportion(user + kernel, ticks, SECOND) + 0ull);
    else fprintf(out, "%17s", "-");
    for (i = 0; i < columns; i++)
        if (values[i] == USAGE_UNKNOWN) fprintf(out, "%*s", WIDTH, "-");
        else if (figures[i].is_size) fprintf(out, "%*.1f", WIDTH, (double)values[i] / MEBIBYTE);
        else fprintf(out, "%*llu", WIDTH, values[i] + 0ull);
    if (!row->has_code) fprintf(out, "%11s  ", "-");
    else if (row->code >> 31) fprintf(out, " 0x%08x  ", (unsigned)row->code); /* a status */
    else fprintf(out, "%11u  ", (unsigned)row->code);
}

static void print_table(FILE *out, const struct process_list *list)
{
    static const char *const marks[] = {
        [REPORT_ENDED] = "", [REPORT_RUNS] = " (still runs)", [REPORT_PUBLISHED] = " (last recorded times)"
    };
    const struct sum wines = add_up(list, false), all = add_up(list, true);
    const struct process_report *report = list->reports, *const end = report + list->count;
    int i;

    fprintf(out, "%12s%12s%12s%17s", "elapsed s", "user s", "kernel s", "cycles");
    for (i = 0; i < columns; i++) fprintf(out, "%*s", WIDTH, figures[i].column);
    fprintf(out, "%11s  %s\n", "exit code", "process");
    for (; report < end; report++) {
        if (report->is_wines) continue;
        print_row(out, report);
        printable_put(out, report->name, PRINTABLE_PLAIN);
        fprintf(out, "%s\n", marks[report->state]);
    }
    if (wines.processes) {
        print_row(out, &wines.row);
        fprintf(out, "Wine's own (%zu)\n", wines.processes);
    }
    print_row(out, &all.row);
    fprintf(out, "sum (%zu)\n", all.processes);
}

static void print_figures(FILE *out, const struct process_report *row, bool has_elapsed)
{
    const uint64_t elapsed = row->elapsed, user = row->user, kernel = row->kernel;
    int i;

    if (has_elapsed && elapsed)
        fprintf(out, "\"elapsed\": %llu.%07llu, ", elapsed / SECOND + 0ull, elapsed % SECOND + 0ull);
    else if (has_elapsed) fputs("\"elapsed\": null, ", out);
    fprintf(out, "\"user\": %llu.%07llu, \"kernel\": %llu.%07llu, \"cycles\": ", user / SECOND + 0ull, user % SECOND + 0ull,
            kernel / SECOND + 0ull, kernel % SECOND + 0ull);
    if (ticks) fprintf(out, "%llu", in_proportion(user + kernel, ticks, SECOND) + 0ull);
    else fputs("null", out);
    for (i = 0; i < USAGE_FIGURES; i++)
        if (row->usage.figures[i] == USAGE_UNKNOWN) fprintf(out, ", \"%s\": null", figures[i].name);
        else fprintf(out, ", \"%s\": %llu", figures[i].name, row->usage.figures[i] + 0ull);
}

static void print_table_as_json(FILE *out, const struct process_list *list)
{
    static const char *const states[] = {
        [REPORT_ENDED] = "ended", [REPORT_RUNS] = "runs", [REPORT_PUBLISHED] = "published"
    };
    const struct sum wines = add_up(list, false), all = add_up(list, true);
    const struct process_report *report = list->reports, *const end = report + list->count;
    const char *between = "";

    fputs("{\n  \"processes\": [\n", out);
    for (; report < end; report++) {
        if (report->is_wines) continue;
        fprintf(out, "%s    { \"name\": \"", between);
        printable_put(out, report->name, PRINTABLE_JSON);
        fputs("\", ", out);
        print_figures(out, report, true);
        if (report->has_code) fprintf(out, ", \"exit_code\": %u", (unsigned)report->code);
        else fputs(", \"exit_code\": null", out);
        fprintf(out, ", \"state\": \"%s\" }", states[report->state]);
        between = ",\n";
    }
    fprintf(out, "\n  ],\n  \"wine\": { \"processes\": %zu, ", wines.processes);
    print_figures(out, &wines.row, false);
    fprintf(out, " },\n  \"sum\": { \"processes\": %zu, ", all.processes);
    print_figures(out, &all.row, true);
    fputs(" }\n}\n", out);
}

bool table_write(int out, enum table_form form)
{
    const struct process_list list = process_report_all();
    char *text = NULL;
    size_t size;
    FILE *const memory = open_memstream(&text, &size);
    bool done;

    if (!memory) return false;
    ticks = tsc_rate_get(NULL);
    columns = form == TABLE_OF_ALL ? USAGE_FIGURES : 1;
    if (form == TABLE_JSON) print_table_as_json(memory, &list);
    else print_table(memory, &list);
    done = !fclose(memory);
    if (done) done = write_whole(out, text, size, out != STDERR_FILENO);
    free(text);
    return done;
}
