/* SPDX-License-Identifier: MIT */
/* Keeps the last answer of each thread and process, so that a later one is never smaller. The table is lock-free and of
   fixed size; docs/internals/how-it-works.md lists all places of this kind. */
#include "library/query/query.h"
#include "protocol/arithmetic.h"

enum { SETS = 256, WAYS = 8 };

/* The state of an entry: the number of its users, the threads that need its identity unchanged; whether a thread is taking
   it over; and how often it was taken over, so that no thread takes over an entry that another one has just taken. If a
   thread is killed meanwhile, that entry alone is lost. This process's entry stays for good: its users are not counted. */
#define USERS 0xffffull
#define WRITING 0x10000ull
#define STAYS 0x20000ull
#define TAKEN 0x40000ull

struct entry {
    union {
        ULONG64 state;
        ULONG flags; /* its lower half, which 32-bit code reads more quickly */
    };
    ULONG id, subject;
    ULONG known;
    ULONG64 creation;
    ULONG64 cycles, kernel, user;
    ULONG64 used; /* the set's turn at the last use */
};

struct set {
    struct entry entries[WAYS];
    ULONG64 turn; /* two threads may get the same turn; it only orders the entries */
};

static struct set table[SETS];
static struct entry *own_process; /* the entry of this process; NULL: it has none yet */

static struct set *set_for(enum subject subject, ULONG id)
{
    return &table[(id / 4 + subject * (SETS / 3)) % SETS]; /* ids are multiples of 4 */
}

/* The thread, process or job to which the answers of an entry belong. */
struct bearer {
    ULONG id, subject; /* never 0, which an unused entry has */
};

static BOOLEAN entry_stays(const struct entry *entry)
{
    return (__atomic_load_n(&entry->flags, __ATOMIC_ACQUIRE) & STAYS) != 0;
}

/* An entry that stays for good needs no turn. */
static void mark_entry_used(struct set *set, struct entry *entry)
{
    ULONG64 turn;

    if (entry_stays(entry)) return;
    turn = __atomic_load_n(&set->turn, __ATOMIC_RELAXED) + 1;
    __atomic_store_n(&set->turn, turn, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->used, turn, __ATOMIC_RELAXED);
}

static void unpin_entry(struct entry *entry)
{
    if (!entry_stays(entry)) __atomic_fetch_sub(&entry->state, 1, __ATOMIC_RELEASE);
}

static BOOLEAN entry_is_of(const struct entry *entry, struct bearer bearer)
{
    return __atomic_load_n(&entry->id, __ATOMIC_RELAXED) == bearer.id
           && __atomic_load_n(&entry->subject, __ATOMIC_RELAXED) == bearer.subject;
}

/* Pins the entry if it is the bearer's. */
static BOOLEAN find_bearer(struct entry *entry, struct bearer bearer)
{
    ULONG64 state;

    if (!entry_is_of(entry, bearer)) return FALSE;
    if (!entry_stays(entry)) {
        state = atomic_read(&entry->state);
        do {
            if (state & WRITING) return FALSE;
        } while (!__atomic_compare_exchange_n(&entry->state, &state, state + 1, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    }
    if (entry_is_of(entry, bearer)) return TRUE;
    unpin_entry(entry);
    return FALSE;
}

/* Raises the total first, then each part within it. FLOOR has the largest parts of all entries and of the snapshot. (The
   snapshot's kernel part may be older than that of an answer that is just being returned.) */
static void fit_times(struct cpu_time *seen, const struct cpu_time *floor)
{
    ULONG64 total = seen->kernel + seen->user;

    if (total < floor->kernel + floor->user) total = floor->kernel + floor->user;
    if (seen->kernel < floor->kernel) seen->kernel = floor->kernel;
    if (seen->kernel > total - floor->user) seen->kernel = total - floor->user;
    seen->user = total - seen->kernel;
}

/* Takes over an entry of an earlier bearer of the same id, otherwise the least recently used entry, if not all are in use.
   Returns FALSE if another thread has just taken it over. */
static BOOLEAN take_over(struct set *set, struct bearer bearer, const struct cpu_time *seen)
{
    struct entry *victim = NULL, *entry;
    ULONG64 now, state = 0;

    for (entry = set->entries; entry < set->entries + WAYS; entry++) {
        now = atomic_read(&entry->state);
        if (now & (USERS | WRITING | STAYS)) continue;
        if (entry_is_of(entry, bearer) && atomic_read(&entry->creation) < seen->creation) {
            victim = entry;
            state = now;
            break;
        }
        if (victim && atomic_read(&entry->used) >= atomic_read(&victim->used)) continue;
        victim = entry;
        state = now;
    }
    if (!victim) return TRUE;
    if (!__atomic_compare_exchange_n(&victim->state, &state, state | WRITING, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return FALSE;
    __atomic_store_n(&victim->id, bearer.id, __ATOMIC_RELAXED);
    __atomic_store_n(&victim->subject, bearer.subject, __ATOMIC_RELAXED);
    __atomic_store_n(&victim->creation, seen->creation, __ATOMIC_RELAXED);
    __atomic_store_n(&victim->known, seen->known, __ATOMIC_RELAXED);
    __atomic_store_n(&victim->cycles, seen->cycles, __ATOMIC_RELAXED);
    __atomic_store_n(&victim->kernel, seen->kernel, __ATOMIC_RELAXED);
    __atomic_store_n(&victim->user, seen->user, __ATOMIC_RELAXED);
    mark_entry_used(set, victim);
    state += TAKEN;
    if (bearer.id == GetCurrentProcessId() && bearer.subject == SUBJECT_PROCESS) state |= STAYS;
    __atomic_store_n(&victim->state, state, __ATOMIC_RELEASE);
    if (state & STAYS) __atomic_store_n(&own_process, victim, __ATOMIC_RELEASE);
    return TRUE;
}

/* Raises all entries of the bearer: two threads may each have taken one for it. Returns FALSE if it has no entry. */
static BOOLEAN update_set(struct set *set, struct bearer bearer, struct cpu_time *seen)
{
    struct cpu_time floor = { .kernel = seen->returned_kernel, .user = seen->returned_user };
    ULONG pinned = 0, known;
    struct entry *entry, *own;
    int i;

    for (i = 0; i < WAYS; i++) {
        entry = &set->entries[i];
        if (!find_bearer(entry, bearer)) continue;
        if (atomic_read(&entry->creation) != seen->creation) {
            unpin_entry(entry);
            continue;
        }
        pinned |= 1u << i;
        floor.kernel = larger_of(floor.kernel, atomic_read(&entry->kernel));
        floor.user = larger_of(floor.user, atomic_read(&entry->user));
    }
    if (!pinned) return FALSE;
    if (!(seen->known & CPU_TIME_CYCLES)) seen->cycles = 0;
    if (!(seen->known & CPU_TIME_TIMES)) seen->kernel = seen->user = 0;
    fit_times(seen, &floor);
    for (i = 0; i < WAYS; i++) {
        if (!(pinned >> i & 1)) continue;
        entry = &set->entries[i];
        known = __atomic_load_n(&entry->known, __ATOMIC_ACQUIRE);
        seen->cycles = atomic_maximum(&entry->cycles, seen->cycles);
        seen->kernel = atomic_maximum(&entry->kernel, seen->kernel);
        seen->user = atomic_maximum(&entry->user, seen->user);
        seen->known |= known;
        if (seen->known != known) __atomic_fetch_or(&entry->known, seen->known, __ATOMIC_RELEASE);
        mark_entry_used(set, entry);
        unpin_entry(entry);
    }
    own = __atomic_load_n(&own_process, __ATOMIC_ACQUIRE);
    if (own && entry_is_of(own, bearer)) atomic_maximum(&own->cycles, seen->cycles);
    return TRUE;
}

void monotonic_cache_update(enum subject subject, struct cpu_time *seen)
{
    const struct bearer bearer = { seen->id, subject };
    const struct cpu_time reported = { .kernel = seen->returned_kernel, .user = seen->returned_user };
    struct set *set = set_for(subject, seen->id);
    int tries;

    if (!seen->id || !seen->creation) return;
    fit_times(seen, &reported);
    for (tries = 0; tries < WAYS; tries++) {
        if (update_set(set, bearer, seen) || !seen->known || take_over(set, bearer, seen)) return;
    }
}

BOOLEAN monotonic_cache_own_process(ULONG64 *cycles)
{
    struct entry *entry = __atomic_load_n(&own_process, __ATOMIC_ACQUIRE);

    if (!entry || !(__atomic_load_n(&entry->known, __ATOMIC_RELAXED) & CPU_TIME_CYCLES)) return FALSE;
    *cycles = atomic_maximum(&entry->cycles, *cycles);
    return TRUE;
}

/* Without a creation time, an earlier thread or process of the same id is not distinguished, so its answers are raised too.
   That does no harm: an id is reused only when no handle to its earlier bearer is left. */
BOOLEAN monotonic_cache_continues(enum subject subject, const struct cpu_time *seen)
{
    const struct bearer bearer = { seen->id, subject };
    struct set *set = set_for(subject, seen->id);
    BOOLEAN follows = FALSE, back = FALSE;
    struct entry *entry;

    for (entry = set->entries; entry < set->entries + WAYS; entry++) {
        if (!find_bearer(entry, bearer)) continue;
        if (!(__atomic_load_n(&entry->known, __ATOMIC_ACQUIRE) & CPU_TIME_CYCLES)
            || atomic_read(&entry->cycles) > seen->cycles) {
            back = TRUE;
        } else {
            atomic_maximum(&entry->cycles, seen->cycles);
            mark_entry_used(set, entry);
            follows = TRUE;
        }
        unpin_entry(entry);
    }
    return follows && !back;
}
