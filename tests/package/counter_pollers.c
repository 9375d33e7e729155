/* SPDX-License-Identifier: MIT */
/*
 * Asks for performance counters as known programs ask, call by call, with no knowledge of cycletime. It reports what it was
 * reported, "what value" a line, and beside it what Linux or the process's own clock bounds: "what-low", "what-high".
 * Percentages are in thousandths.
 *
 *   counter_pollers java       as OperatingSystemImpl.c: the load of the system and of the process itself
 *   counter_pollers psutil     getloadavg(): PdhCollectQueryDataEx and a callback of the thread pool
 */
#include <windows.h>
#include <pdh.h>
#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 256, WHILE = 1000, TICK = 100000 }; /* processors; ms; of Linux, in 100 ns */

static void fail(int line, unsigned long error)
{
    fprintf(stderr, "counter_pollers: line %d, error %lx\n", line, error);
    ExitProcess(20);
}

static void must_pdh(int line, PDH_STATUS status)
{
    if (status) fail(line, (unsigned long)status);
}

#define MUST(what) ((what) ? (void)0 : fail(__LINE__, GetLastError()))
#define MUST_PDH(call) must_pdh(__LINE__, (call))

static void report(const char *what, double value)
{
    printf("%s %.0f\n", what, value);
}

/* The counters must agree with these values at one moment; 100 ns. */
struct moment {
    double time, own;        /* of the process: kernel and user time */
    double idle[MOST + 1];   /* of each processor, waiting for a disk included; then of all */
};

static double ticks(FILETIME time)
{
    return (double)((ULONG64)time.dwHighDateTime << 32 | time.dwLowDateTime);
}

static unsigned read_idle(struct moment *moment)
{
    FILE *const file = fopen("\\\\?\\unix\\proc\\stat", "rb");
    unsigned long long user, nice, system, idle, waiting;
    unsigned number, count = 0;
    char line[1024];

    MUST(file);
    moment->idle[MOST] = 0;
    while (count < MOST && fgets(line, sizeof line, file)) {
        if (sscanf(line, "cpu%u %llu %llu %llu %llu %llu", &number, &user, &nice, &system, &idle, &waiting) != 6) continue;
        moment->idle[count] = (double)(idle + waiting) * TICK;
        moment->idle[MOST] += moment->idle[count++];
    }
    fclose(file);
    return count;
}

static unsigned processors;

static struct moment look(void)
{
    FILETIME created, exited, kernel, user;
    LARGE_INTEGER now, frequency;
    static struct moment moment;

    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    moment.time = (double)now.QuadPart * 1e7 / (double)frequency.QuadPart;
    MUST(GetProcessTimes(GetCurrentProcess(), &created, &exited, &kernel, &user));
    moment.own = ticks(kernel) + ticks(user);
    processors = read_idle(&moment);
    return moment;
}

/* A sample lies between two moments. */
struct sample {
    struct moment before, after;
};

static struct sample first, last;

static void collect(PDH_HQUERY query, struct sample *sample)
{
    sample->before = look();
    MUST_PDH(PdhCollectQueryData(query));
    sample->after = look();
}

static double shortest(void)
{
    return last.before.time - first.after.time;
}

static double longest(void)
{
    return last.after.time - first.before.time;
}

static double thousandths(double part, double whole)
{
    const double of = part / whole * 1e5;

    return of < 0 ? 0 : of > 1e5 ? 1e5 : of;
}

static void report_between(const char *what, double low, double value, double high)
{
    char name[64];

    snprintf(name, sizeof name, "%s-low", what);
    report(name, low);
    report(what, value);
    snprintf(name, sizeof name, "%s-high", what);
    report(name, high);
}

/* PERCENT of not being idle; AT is a processor, or MOST for all. Both looks are one tick off at most. */
static void report_busy(const char *what, unsigned at, double percent)
{
    const double of = at == MOST ? processors : 1;
    const double least = last.before.idle[at] - first.after.idle[at] - of * TICK;
    const double most = last.after.idle[at] - first.before.idle[at] + of * TICK;

    report_between(what, 1e5 - thousandths(most, of * shortest()), percent * 1e3, 1e5 - thousandths(least, of * longest()));
}

/* Of one processor's time, and more than that of one where several threads run. */
static void report_own(const char *what, double percent)
{
    const double least = last.before.own - first.after.own - TICK, most = last.after.own - first.before.own + TICK;

    report_between(what, least / longest() * 1e5, percent * 1e3, most / shortest() * 1e5);
}

static volatile LONG is_over;

static DWORD WINAPI burn(void *nothing)
{
    (void)nothing;
    while (!is_over) continue;
    return 0;
}

/* So many threads work for a while. */
static void work(unsigned threads, DWORD ms)
{
    HANDLE thread[64];
    unsigned i;

    is_over = FALSE;
    if (threads > 64) threads = 64;
    for (i = 0; i < threads; i++) MUST(thread[i] = CreateThread(NULL, 0, burn, NULL, 0, NULL));
    Sleep(ms);
    is_over = TRUE;
    for (i = 0; i < threads; i++) WaitForSingleObject(thread[i], INFINITE);
}

/* Half of the processors: neither an idle system nor a full one could be right by chance. */
static void work_by_half(void)
{
    work((processors + 1) / 2, WHILE);
}

static double value_of(PDH_HCOUNTER counter, DWORD format)
{
    PDH_FMT_COUNTERVALUE value;

    MUST_PDH(PdhGetFormattedCounterValue(counter, format, NULL, &value));
    return format & PDH_FMT_LONG ? value.longValue : value.doubleValue;
}

/* Java's, which frees nothing before its end here. */
static char *java_name(DWORD index)
{
    DWORD size = 0xcccccccc; /* it sets none */
    char *name;

    if (PdhLookupPerfNameByIndexA(NULL, index, NULL, &size) != (PDH_STATUS)PDH_MORE_DATA) fail(__LINE__, index);
    MUST(name = malloc(size));
    MUST_PDH(PdhLookupPerfNameByIndexA(NULL, index, name, &size));
    name[size - 1] = 0;
    printf("name-%lu %s\n", index, name);
    return name;
}

static char *java_image(void)
{
    char path[MAX_PATH];
    char *name;

    MUST(GetModuleFileNameA(NULL, path, sizeof path) < sizeof path);
    name = strrchr(path, '\\') + 1;
    *strrchr(name, '.') = 0;
    return strdup(name);
}

static PDH_HQUERY java_open(void)
{
    PDH_HQUERY query;

    MUST_PDH(PdhOpenQueryA(NULL, 0, &query));
    return query;
}

/* Which java#n it is: one counter after the other in one query. */
static int java_index(const char *process, const char *id)
{
    const PDH_HQUERY query = java_open();
    PDH_FMT_COUNTERVALUE value;
    PDH_HCOUNTER counter = NULL;
    char path[MAX_PATH];
    PDH_STATUS status;
    int i, found = -1;

    for (i = 0; found < 0; i++) {
        snprintf(path, sizeof path, "\\%s(%s#%d)\\%s", process, java_image(), i, id);
        if (PdhAddCounterA(query, path, 0, &counter) != ERROR_SUCCESS) break;
        status = PdhCollectQueryData(query);
        if (status == (PDH_STATUS)PDH_INVALID_HANDLE || status == (PDH_STATUS)PDH_NO_DATA) break;
        PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, NULL, &value);
        if (value.CStatus != PDH_CSTATUS_VALID_DATA) break;
        if ((DWORD)value.longValue == GetCurrentProcessId()) found = i;
    }
    PdhRemoveCounter(counter);
    PdhCloseQuery(query);
    return found;
}

static unsigned java_processors(const char *processor, const char *time, PDH_HQUERY query, PDH_HCOUNTER *counters)
{
    DWORD counters_size = 0, size = 0;
    char *instances, *each, path[MAX_PATH];
    PDH_STATUS status;
    unsigned count = 0;

    status = PdhEnumObjectItemsA(NULL, NULL, processor, NULL, &counters_size, NULL, &size, PERF_DETAIL_WIZARD, 0);
    if (status && status != (PDH_STATUS)PDH_MORE_DATA) fail(__LINE__, (unsigned long)status);
    MUST(instances = calloc(size, 1));
    counters_size = 0;
    status = PdhEnumObjectItemsA(NULL, NULL, processor, NULL, &counters_size, instances, &size, PERF_DETAIL_WIZARD, 0);
    if (status && status != (PDH_STATUS)PDH_MORE_DATA) fail(__LINE__, (unsigned long)status);
    for (each = instances; *each; each += strlen(each) + 1) {
        MUST(count <= MOST);
        snprintf(path, sizeof path, "\\%s(%s)\\%s", processor, each, time);
        MUST_PDH(PdhAddCounterA(query, path, 0, &counters[count++]));
    }
    return count;
}

static void java(void)
{
    char *const process = java_name(230), *const id = java_name(784), *const time = java_name(6);
    const int index = java_index(process, id);
    static PDH_HCOUNTER counters[MOST + 1];
    PDH_HQUERY own, all;
    PDH_HCOUNTER of_own;
    char path[MAX_PATH];
    unsigned i, count;

    report("index", index);
    MUST(index >= 0);
    own = java_open();
    snprintf(path, sizeof path, "\\%s(%s#%d)\\%s", process, java_image(), index, time);
    MUST_PDH(PdhAddCounterA(own, path, 0, &of_own));
    collect(own, &first);
    all = java_open();
    count = java_processors(java_name(238), time, all, counters);
    report("instances", count);
    work(1, WHILE);
    java_index(process, id);
    collect(own, &last);
    report_own("process-load", value_of(of_own, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100));
    collect(all, &first);
    work_by_half();
    collect(all, &last);
    for (i = 0; i + 1 < count; i++) {
        snprintf(path, sizeof path, "processor-%u", i);
        report_busy(path, i, value_of(counters[i], PDH_FMT_DOUBLE));
    }
    report_busy("load", MOST, value_of(counters[count - 1], PDH_FMT_DOUBLE));
}

enum { QUEUED = 8, CALLS = 2 }; /* threads that wait for a processor, if all of them are busy; of the callback */

static HANDLE called_enough;
static LONG calls;

static void CALLBACK hear(void *counter, BOOLEAN is_late)
{
    PDH_FMT_COUNTERVALUE value = { .CStatus = PDH_CSTATUS_INVALID_DATA };

    (void)is_late;
    PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, NULL, &value);
    printf("status %lx\n", (unsigned long)value.CStatus);
    report("queue", value.doubleValue);
    if (++calls == CALLS) SetEvent(called_enough);
}

static DWORD WINAPI work_on(void *nothing)
{
    (void)nothing;
    work(processors + QUEUED, 4 * WHILE);
    return 0;
}

/* It waits for 5 seconds between two samples. */
static void psutil(void)
{
    HANDLE event, wait, worker;
    PDH_HCOUNTER counter;
    PDH_HQUERY query;

    look();
    MUST(called_enough = CreateEventW(NULL, TRUE, FALSE, NULL));
    MUST_PDH(PdhOpenQueryW(NULL, 0, &query));
    MUST_PDH(PdhAddEnglishCounterW(query, L"\\System\\Processor Queue Length", 0, &counter));
    MUST(event = CreateEventW(NULL, FALSE, FALSE, L"LoadUpdateEvent"));
    MUST_PDH(PdhCollectQueryDataEx(query, 1, event));
    MUST(RegisterWaitForSingleObject(&wait, event, hear, counter, INFINITE, WT_EXECUTEDEFAULT));
    MUST(worker = CreateThread(NULL, 0, work_on, NULL, 0, NULL));
    MUST(WaitForSingleObject(called_enough, 30000) == WAIT_OBJECT_0);
    WaitForSingleObject(worker, INFINITE);
    report("calls", calls);
    MUST(UnregisterWaitEx(wait, INVALID_HANDLE_VALUE));
    MUST_PDH(PdhCloseQuery(query));
}

int main(int count, char **words)
{
    const char *const kind = count == 2 ? words[1] : "";

    look();
    if (!strcmp(kind, "java")) java();
    else if (!strcmp(kind, "psutil")) psutil();
    else return 19;
    puts("ended");
    return 0;
}
