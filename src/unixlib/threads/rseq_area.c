/* SPDX-License-Identifier: MIT */
#include "unixlib/threads/rseq_area.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* linux/rseq.h; the signature is the C library's on x86 (sys/rseq.h). */
enum { LENGTH = 32, MOST_LENGTH = 256, UNREGISTER = 1, SIGNATURE = 0x53053053 };
#define UNWRITTEN UINT32_MAX

static int call_rseq(void *area, unsigned length, int flags)
{
    return syscall(SYS_rseq, area, length, flags, SIGNATURE) ? errno : 0;
}

static bool has_library;
static ptrdiff_t library_offset; /* from the thread pointer */

/* glibc registers areas since 2.35, unless it was asked not to. */
void rseq_find_library(void)
{
    const ptrdiff_t *offset = dlsym(RTLD_DEFAULT, "__rseq_offset");
    const unsigned *size = dlsym(RTLD_DEFAULT, "__rseq_size");

    if (!offset || !size || !*size) return;
    library_offset = *offset;
    has_library = true;
}

/* Returns the C library's area of the calling thread. NULL: it has none, as glibc gives none to a thread whose creator had
   none. */
static struct thread_area *area_of_library(void)
{
    struct thread_area *area = (struct thread_area *)((char *)__builtin_thread_pointer() + library_offset);

    return has_library && (int32_t)__atomic_load_n(&area->cpu_id, __ATOMIC_RELAXED) >= 0 ? area : NULL;
}

/* Whether another library uses the area. The kernel writes the same number to both words; a library that uses the area puts
   something else in one (TCMalloc), or a section into the area. Both words are read at once, since the thread may be sent
   to another processor between two loads. */
static bool is_in_use(const struct thread_area *area)
{
    const uint64_t both = __atomic_load_n((const uint64_t *)(const void *)area, __ATOMIC_RELAXED);

    return (uint32_t)both != both >> 32 || __atomic_load_n(&area->section, __ATOMIC_RELAXED);
}

/* Ends the registration of the C library's area and returns its length. Nothing reports that length (__rseq_size is only
   the part in use), and the kernel accepts no other one. 0: no length was accepted. */
static unsigned unregister_of_library(struct thread_area *area)
{
    static unsigned known;
    unsigned length = __atomic_load_n(&known, __ATOMIC_RELAXED);

    if (length && !call_rseq(area, length, UNREGISTER)) return length;
    for (length = LENGTH; length <= MOST_LENGTH; length++)
        if (!call_rseq(area, length, UNREGISTER)) {
            __atomic_store_n(&known, length, __ATOMIC_RELAXED);
            return length;
        }
    return 0;
}

/* EBUSY: the area is registered already, as by a thread that did not report its end. The kernel writes to a new area before
   it returns to the thread; a sandbox that only pretends to register the area does not. */
enum rseq_taking rseq_register(struct thread_area *area)
{
    int error;

    __atomic_store_n(&area->cpu_id, UNWRITTEN, __ATOMIC_RELAXED);
    error = call_rseq(area, LENGTH, 0);
    if (error == EBUSY) return RSEQ_OURS;
    if (error) return error == EINVAL ? RSEQ_IN_USE : RSEQ_REFUSED;
    return __atomic_load_n(&area->cpu_id, __ATOMIC_RELAXED) == UNWRITTEN ? RSEQ_REFUSED : RSEQ_OURS;
}

enum rseq_taking rseq_take(struct thread_area *area)
{
    struct thread_area *librarys = area_of_library();
    enum rseq_taking taking;
    unsigned length = 0;

    if (librarys && is_in_use(librarys)) return RSEQ_IN_USE;
    if (librarys && !(length = unregister_of_library(librarys))) return RSEQ_REFUSED;
    taking = rseq_register(area);
    if (taking != RSEQ_OURS && length) call_rseq(librarys, length, 0);
    return taking;
}

bool rseq_give_back(struct thread_area *area)
{
    return !call_rseq(area, LENGTH, UNREGISTER);
}
