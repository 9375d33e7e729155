/* SPDX-License-Identifier: MIT */
/* Reads what a process used besides CPU time, and keeps it in the shared file. */
#include "unixlib/shared_file/usage.h"
#include "unixlib/shared_file/procfs_process.h"

#include <unistd.h>

enum { KILOBYTE = 1024, BLOCK = 512 }; /* the units of getrusage(2) */

/* Some sandboxes report no memory, which no process can do without. */
static struct process_usage convert_usage(const struct rusage *usage)
{
    return (struct process_usage){ .figures = {
                                       [USAGE_PEAK_MEMORY] =
                                           usage->ru_maxrss ? (uint64_t)usage->ru_maxrss * KILOBYTE : USAGE_UNKNOWN,
                                       [USAGE_MINOR_FAULTS] = (uint64_t)usage->ru_minflt,
                                       [USAGE_MAJOR_FAULTS] = (uint64_t)usage->ru_majflt,
                                       [USAGE_VOLUNTARY_SWITCHES] = (uint64_t)usage->ru_nvcsw,
                                       [USAGE_INVOLUNTARY_SWITCHES] = (uint64_t)usage->ru_nivcsw,
                                       [USAGE_STORAGE_READ] = (uint64_t)usage->ru_inblock * BLOCK,
                                       [USAGE_STORAGE_WRITTEN] = (uint64_t)usage->ru_oublock * BLOCK,
                                   } };
}

struct process_usage usage_by_linux(pid_t pid, const struct rusage *rusage)
{
    struct process_usage usage;
    int i;

    if (rusage) return convert_usage(rusage);
    for (i = 0; i < USAGE_FIGURES; i++) usage.figures[i] = USAGE_UNKNOWN;
    if (pid) procfs_peak_memory(pid, &usage.figures[USAGE_PEAK_MEMORY]);
    return usage;
}

/* The peak memory of getrusage may be the parent's, so it is only used if /proc cannot be read. */
void usage_write(const struct shared_file *file, const struct entry *own)
{
    struct published_usage published;
    struct rusage usage;

    if (getrusage(RUSAGE_SELF, &usage)) return;
    published.usage = convert_usage(&usage);
    procfs_peak_memory(getpid(), &published.usage.figures[USAGE_PEAK_MEMORY]);
    published.sum = SUM_AFTER(own->process.sum, &published);
    shared_file_write(file, SHARED_FILE_AT(usages[own->slot]), &published, sizeof published);
}

bool usage_read(const struct shared_file *file, const struct entry *entry, struct process_usage *usage)
{
    struct published_usage published;

    if (!shared_file_read(file, SHARED_FILE_AT(usages[entry->slot]), &published, sizeof published)) return false;
    if (published.sum != SUM_AFTER(entry->process.sum, &published)) return false;
    *usage = published.usage;
    return true;
}
