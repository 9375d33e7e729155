/* SPDX-License-Identifier: MIT */
/* The two formats that programs read: JSON and CSV. */
#include "tools/top/screen.h"

typedef unsigned long long number;

static const char *const parts[PARTS] = { "busy_", "idle_", "dpc_", "interrupt_", "c1_", "c2_", "c3_" };
static const char *const times[SAMPLE_TIMES] = { "idle_", "kernel_", "user_", "dpc_", "interrupt_" };

/* Writes the comma before a value; in JSON also its name, PREFIX and NAME together, and null if the value is not known. */
static bool begin_value(struct text *text, enum form form, const char *prefix, const char *name, bool is_known)
{
    text_add(text, ",");
    if (form == FORM_JSON) text_add(text, "\"%s%s\":%s", prefix, name, is_known ? "" : "null");
    return is_known;
}

static void add_number(struct text *text, enum form form, const char *prefix, const char *name, bool known, uint64_t value)
{
    if (begin_value(text, form, prefix, name, known)) text_add(text, "%llu", (number)value);
}

static void add_share(struct text *text, enum form form, const char *prefix, const char *unit, struct share share)
{
    add_number(text, form, prefix, unit, share.is_known, share.part);
    if (begin_value(text, form, prefix, "percent", share.is_known)) text_add(text, "%.3f", interval_percent(share));
}

static void add_quoted_name(struct text *text, enum form form, const uint16_t *name, size_t length)
{
    text_add(text, "\"");
    text_add_name(text, name, length, form == FORM_JSON ? TEXT_JSON : TEXT_CSV);
    text_add(text, "\"");
}

static void add_processor_time(struct text *text, enum form form, const struct processor_rate *rate, int time)
{
    const bool is_known = time == TIME_DPC || time == TIME_INTERRUPT ? rate->has_system : rate->has_times;

    add_number(text, form, times[time], "100ns", is_known, rate->time[time]);
}

static void add_process_info(struct text *text, enum form form, const struct process_info *info)
{
    const bool has_command = info && info->command_length;

    add_number(text, form, "", "parent", info && info->parent, info ? info->parent : 0);
    add_number(text, form, "", "job", info && info->job != JOB_UNKNOWN, info ? (uint64_t)info->job : 0);
    if (begin_value(text, form, "", "command", has_command))
        add_quoted_name(text, form, info->command, info->command_length);
}

void records_add_csv_header(struct text *text)
{
    text_add(text, "seconds,kind,group,processor,process,thread,name,created,elapsed_100ns,cycles,percent,kernel_100ns,"
                   "user_100ns,idle_cycles,idle_percent,dpc_cycles,dpc_percent,interrupt_cycles,interrupt_percent,"
                   "idle_100ns,dpc_100ns,interrupt_100ns,interrupts,c1_100ns,c1_percent,c2_100ns,c2_percent,"
                   "c3_100ns,c3_percent,parent,job,command,exact,working_set\n");
}

static void csv_add_processor(struct text *text, const struct processor_rate *rate, double seconds)
{
    int i;

    text_add(text, "%.7f,processor,%u,%u,,,,,%llu", seconds, rate->group, rate->number, (number)rate->elapsed);
    add_share(text, FORM_CSV, "", "", interval_part(rate, PART_BUSY));
    add_processor_time(text, FORM_CSV, rate, TIME_KERNEL);
    add_processor_time(text, FORM_CSV, rate, TIME_USER);
    for (i = PART_IDLE; i < PART_STATES; i++) add_share(text, FORM_CSV, "", "", interval_part(rate, i));
    add_processor_time(text, FORM_CSV, rate, TIME_IDLE);
    add_processor_time(text, FORM_CSV, rate, TIME_DPC);
    add_processor_time(text, FORM_CSV, rate, TIME_INTERRUPT);
    add_number(text, FORM_CSV, "", "", rate->has_system, rate->interrupts);
    for (i = PART_STATES; i < PARTS; i++) add_share(text, FORM_CSV, "", "", interval_part(rate, i));
    text_add(text, ",,,,,\n");
}

static void csv_add_burn(struct text *text, const struct usage *usage, const struct interval *interval, double seconds)
{
    const struct task *of = usage->of;

    text_add(text, "%.7f,%s,,,%lu", seconds, of->thread ? "thread" : "process", (unsigned long)of->process);
    add_number(text, FORM_CSV, "", "", of->thread, of->thread);
    text_add(text, ",");
    add_quoted_name(text, FORM_CSV, of->name, of->name_length);
    text_add(text, ",%llu,%llu", (number)of->created, (number)interval->elapsed);
    add_share(text, FORM_CSV, "", "", interval_share(interval, usage->cycles));
    text_add(text, ",%llu,%llu,,,,,,,,,,,,,,,,", (number)usage->kernel, (number)usage->user);
    add_process_info(text, FORM_CSV, of->thread ? NULL : of->info); /* a thread shares its process's */
    add_number(text, FORM_CSV, "", "", interval->frequency, of->is_exact);
    add_number(text, FORM_CSV, "", "", of->working_set, of->working_set);
    text_add(text, "\n");
}

void records_add_csv(struct text *text, const struct interval *interval, const struct selection *selection, double seconds)
{
    size_t i;

    for (i = 0; i < interval->processor_count; i++) csv_add_processor(text, &interval->processors[i], seconds);
    for (i = 0; i < interval->usage_count; i++)
        if (rows_select(selection, interval->usages[i].of)) csv_add_burn(text, &interval->usages[i], interval, seconds);
}

static void json_add_processor(struct text *text, const struct processor_rate *rate, uint64_t frequency)
{
    int i;

    text_add(text, "{\"group\":%u,\"number\":%u,\"elapsed_100ns\":%llu", rate->group, rate->number, (number)rate->elapsed);
    add_number(text, FORM_JSON, "", "cycles", frequency, rate->cycles);
    for (i = 0; i < PART_STATES; i++) add_share(text, FORM_JSON, parts[i], "cycles", interval_part(rate, i));
    for (i = 0; i < SAMPLE_TIMES; i++) add_processor_time(text, FORM_JSON, rate, i);
    add_number(text, FORM_JSON, "", "interrupts", rate->has_system, rate->interrupts);
    for (i = PART_STATES; i < PARTS; i++) {
        add_share(text, FORM_JSON, parts[i], "100ns", interval_part(rate, i));
        add_number(text, FORM_JSON, parts[i], "entered", rate->has_states, rate->entered[i - PART_STATES]);
    }
    text_add(text, "}");
}

/* Writes the values that a process and a thread have in common. */
static void json_add_burn(struct text *text, const struct usage *usage, const struct interval *interval)
{
    text_add(text, ",\"created\":%llu,\"began\":%s", (number)usage->of->created, usage->began ? "true" : "false");
    add_share(text, FORM_JSON, "", "cycles", interval_share(interval, usage->cycles));
    add_number(text, FORM_JSON, "", "total_cycles", interval->frequency, usage->of->cycles);
    text_add(text, ",\"kernel_100ns\":%llu,\"user_100ns\":%llu", (number)usage->kernel, (number)usage->user);
    if (begin_value(text, FORM_JSON, "", "exact", interval->frequency))
        text_add(text, "%s", usage->of->is_exact ? "true" : "false");
}

static void json_add_process(struct text *text, const struct usage *process, const struct interval *interval)
{
    const struct usage *thread;

    text_add(text, "{\"id\":%lu,\"name\":", (unsigned long)process->of->process);
    add_quoted_name(text, FORM_JSON, process->of->name, process->of->name_length);
    add_process_info(text, FORM_JSON, process->of->info);
    json_add_burn(text, process, interval);
    add_number(text, FORM_JSON, "", "working_set", process->of->working_set, process->of->working_set);
    text_add(text, ",\"threads\":[");
    for (thread = process + 1; thread <= process + process->of->threads; thread++) {
        text_add(text, "%s{\"id\":%lu", thread == process + 1 ? "" : ",", (unsigned long)thread->of->thread);
        json_add_burn(text, thread, interval);
        text_add(text, "}");
    }
    text_add(text, "]}");
}

void records_add_json(struct text *text, const struct interval *interval, const struct selection *selection, double seconds)
{
    const char *separator = "";
    size_t i;

    text_add(text, "{\"seconds\":%.7f,\"elapsed_100ns\":%llu", seconds, (number)interval->elapsed);
    add_number(text, FORM_JSON, "", "cycles_per_second", interval->frequency, interval->frequency);
    text_add(text, ",\"processors\":[");
    for (i = 0; i < interval->processor_count; i++) {
        text_add(text, "%s", i ? "," : "");
        json_add_processor(text, &interval->processors[i], interval->frequency);
    }
    text_add(text, "],\"processes_ended\":%zu,\"processes\":[", interval->ended);
    for (i = 0; i < interval->usage_count; i += interval->usages[i].of->threads + 1) {
        if (!rows_select(selection, interval->usages[i].of)) continue;
        text_add(text, "%s", separator);
        json_add_process(text, &interval->usages[i], interval);
        separator = ",";
    }
    text_add(text, "]}\n");
}
