/* SPDX-License-Identifier: MIT */
#include "fake_unix.h"
#include "library/nt/structures.h"

#include <stdlib.h>
#include <string.h>

#define THREAD_TABLE_SIZE 0x20000u
#define OTHER_THREAD_TABLE 0x7f000000u
#define HANDLE_OF_LIBRARY 0x1234567812345678ull

struct fake_unix fake_unix;

static RTL_CRITICAL_SECTION loader_lock, peb_lock;
static int module_of_stub_dll;

void fake_unix_install(void)
{
    fake_unix = (struct fake_unix){
        .wine = "8.0 (Debian 8.0~repack-4)",
        .own_path = L"Z:\\tree\\lib\\wine\\x86_64-windows\\cycletime.dll",
        .files = { L"\\??\\Z:\\tree\\lib\\wine\\x86_64-windows\\cycletime_unixlib.dll",
                   L"\\??\\Z:\\tree\\lib\\wine\\x86_64-unix\\cycletime_unixlib.so" },
        .version = UNIXLIB_VERSION, .slot_count = 64, .slot_index = 63, .snapshot_layout = THREAD_ENTRY_LAYOUT,
        .clock = UNIXLIB_CLOCK_TSC,
    };
}

void fake_unix_count(void)
{
    fake_unix.own_cycles = 5000000000;
    fake_unix.process_cycles = 9000000000;
    fake_unix.own_times = (struct unixlib_own_times){ .total = 1000000000, .kernel = 250000000 };
    fake_unix.process_times = (struct unixlib_times){ .total = 3000000000, .kernel = 1000000000 };
}

void fake_unix_know_thread(const struct fake_object *object, enum unixlib_thread_state state, ULONG64 total)
{
    fake_unix.thread = (struct unixlib_thread){
        .id = object->id, .creation = object->creation, .state = state, .cycles = 7000000000, .total = total };
}

static size_t length_of(const WCHAR *text)
{
    size_t length = 0;

    while (text[length]) length++;
    return length;
}

BOOLEAN fake_string_is(const UNICODE_STRING *string, const WCHAR *text)
{
    return text && string->length == length_of(text) * sizeof *text && !memcmp(string->text, text, string->length);
}

NTSTATUS fake_string_report(const WCHAR *text, UNICODE_STRING *value)
{
    if (!text) return STATUS_VARIABLE_NOT_FOUND;
    value->length = (USHORT)(length_of(text) * sizeof *text);
    if (value->length > value->maximum) return STATUS_BUFFER_TOO_SMALL;
    memcpy(value->text, text, value->length);
    return STATUS_SUCCESS;
}

static const WCHAR *try(const UNICODE_STRING *name)
{
    WCHAR *copy = calloc(1, name->length + sizeof *copy);
    size_t i;

    memcpy(copy, name->text, name->length);
    if (fake_unix.load_count < FAKE_LOADS) fake_unix.loads[fake_unix.load_count++] = copy;
    if (fake_unix.meanwhile) fake_unix.meanwhile();
    for (i = 0; i < FAKE_FILES; i++)
        if (fake_string_is(name, fake_unix.files[i])) return fake_unix.files[i];
    return NULL;
}

static const WCHAR *loaded;
static NTSTATUS (WINAPI *others_close)(HANDLE);

/* A file and a section of it are not distinguished. */
static NTSTATUS WINAPI open_file(PHANDLE file, ACCESS_MASK access, const OBJECT_ATTRIBUTES *attributes, PVOID io_status,
                                 ULONG share, ULONG options)
{
    if (fake_enter(CALL_UNIX)) return STATUS_NO_MEMORY;
    if (!(loaded = try(attributes->ObjectName))) return STATUS_DLL_NOT_FOUND;
    *file = (HANDLE)&loaded;
    fake_unix.handles++;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI create_section(PHANDLE section, ACCESS_MASK access, const OBJECT_ATTRIBUTES *attributes, PVOID size,
                                      ULONG protection, ULONG kind, HANDLE file)
{
    if (kind != SEC_IMAGE || file != (HANDLE)&loaded) return STATUS_INVALID_PARAMETER;
    if (fake_enter(CALL_UNIX)) return STATUS_NO_MEMORY;
    *section = (HANDLE)&loaded;
    fake_unix.handles++;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI map_section(HANDLE section, HANDLE process, PVOID *base, ULONG_PTR zero_bits, SIZE_T commit,
                                   PVOID offset, SIZE_T *size, ULONG inherit, ULONG type, ULONG protection)
{
    if (section != (HANDLE)&loaded || process != NT_CURRENT_PROCESS || *base) return STATUS_INVALID_PARAMETER;
    if (fake_enter(CALL_UNIX)) return STATUS_NO_MEMORY;
    *base = &module_of_stub_dll;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI unmap_section(HANDLE process, PVOID base)
{
    fake_unix.unloads += process == NT_CURRENT_PROCESS && base == &module_of_stub_dll;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI close_handle(HANDLE handle)
{
    if (handle != (HANDLE)&loaded) return others_close ? others_close(handle) : STATUS_SUCCESS;
    fake_unix.handles--;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI query_memory(HANDLE process, const void *address, ULONG class, PVOID buffer, SIZE_T length,
                                    SIZE_T *returned)
{
    const ULONG64 handle = HANDLE_OF_LIBRARY;

    if (process != NT_CURRENT_PROCESS) return STATUS_INVALID_HANDLE;
    if (fake_enter(CALL_UNIX)) return STATUS_NO_MEMORY;
    if (class == MemoryWineUnixLibrary && length == 16) {
        loaded = try(address);
        if (!loaded || loaded == fake_unix.unusable) return STATUS_DLL_NOT_FOUND;
        memset(buffer, 0xcc, 8);
        memcpy((BYTE *)buffer + 8, &handle, 8);
        return STATUS_SUCCESS;
    }
    if (class != MemoryWineUnixFuncs || length != 8 || address != &module_of_stub_dll) return STATUS_INVALID_INFO_CLASS;
    if (loaded == fake_unix.unusable) return STATUS_DLL_NOT_FOUND;
    memcpy(buffer, &handle, 8);
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI allocate(HANDLE process, PVOID *memory, ULONG_PTR zero_bits, SIZE_T *size, ULONG type,
                                ULONG protection)
{
    if (process != NT_CURRENT_PROCESS || *memory || !(type & MEM_COMMIT) || protection != PAGE_READWRITE) abort();
    if (fake_enter(CALL_UNIX) || fake_unix.no_memory) return STATUS_NO_MEMORY;
    fake_unix.zero_bits = zero_bits;
    fake_unix.allocated++;
    *memory = calloc(1, *size);
    if (fake_unix.while_allocating) fake_unix.while_allocating();
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI release(HANDLE process, PVOID *memory, SIZE_T *size, ULONG type)
{
    if (process != NT_CURRENT_PROCESS || *size || type != MEM_RELEASE) abort();
    fake_unix.released++;
    free(*memory);
    return STATUS_SUCCESS;
}

static void WINAPI lock_peb(void)
{
    fake_unix.peb_locks++;
}

static void WINAPI unlock_peb(void)
{
    if (fake_unix.peb_locks != 1) abort();
    fake_unix.peb_unlocks++;
}

static ULONG_PTR *slot_at(ULONG_PTR place)
{
    if (place != THREAD_SLOTS + fake_unix.slot_index * sizeof(PVOID)) abort();
    return &fake_unix.slot;
}

ULONG_PTR thread_block_read(ULONG_PTR place)
{
    if (place == THREAD_STACK_BASE) return fake_unix.stack + fake_unix.stack_size;
    if (place == THREAD_STACK_LIMIT) return fake_unix.stack;
    return *slot_at(place);
}

void thread_block_write(ULONG_PTR place, ULONG_PTR value)
{
    *slot_at(place) = value;
}

static NTSTATUS thread_begin(const struct unixlib_thread_begin *begun)
{
    fake_unix.begun = begun->id;
    fake_unix.unknown_caller = FALSE;
    return UNIXLIB_DONE;
}

static NTSTATUS cycles(struct unixlib_cycles *asked, BOOLEAN is_known, ULONG64 counted)
{
    if (!fake_unix.rate) abort();
    if (is_known) asked->value = counted;
    return is_known ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}

static NTSTATUS own_times(struct unixlib_own_times *times)
{
    if (fake_unix.unknown_caller) return UNIXLIB_UNKNOWN;
    if (times->creation) fake_unix.own_times.creation = times->creation;
    *times = fake_unix.own_times;
    if (fake_unix.snapshot) times->tsc = fake_unix.snapshot->tsc;
    return UNIXLIB_DONE;
}

static NTSTATUS thread(struct unixlib_thread *asked)
{
    const ULONG64 creation = asked->creation;

    fake_unix.thread.ended = asked->ended;
    if (asked->id != fake_unix.thread.id || creation > fake_unix.thread.creation) return UNIXLIB_UNKNOWN;
    *asked = fake_unix.thread;
    asked->creation = creation;
    return UNIXLIB_DONE;
}

static NTSTATUS place_thread_table(struct unixlib_thread_table *table)
{
    if (fake_unix.refuses_records) return UNIXLIB_REFUSED;
    if (fake_unix.has_thread_table) fake_unix.thread_table = OTHER_THREAD_TABLE;
    if (!fake_unix.thread_table && table->address && table->size >= THREAD_TABLE_SIZE)
        fake_unix.thread_table = table->address;
    *table = (struct unixlib_thread_table){ .address = fake_unix.thread_table, .size = THREAD_TABLE_SIZE,
                                            .layout = THREAD_ENTRY_LAYOUT };
    return UNIXLIB_DONE;
}

static NTSTATUS process(struct unixlib_process *asked)
{
    fake_unix.process_asked = *asked;
    if (!asked->creation && fake_unix.process_is_certain) asked->creation = fake_unix.process.creation;
    if (asked->id != fake_unix.process.id || asked->creation != fake_unix.process.creation) return UNIXLIB_UNKNOWN;
    asked->total = fake_unix.process.total;
    asked->kernel = fake_unix.process.kernel;
    asked->ended = fake_unix.process.ended;
    return UNIXLIB_DONE;
}

static NTSTATUS descendants(struct unixlib_descendants *asked)
{
    if (asked->id != fake_unix.descendants.id || asked->creation != fake_unix.descendants.creation) return UNIXLIB_UNKNOWN;
    *asked = fake_unix.descendants;
    return UNIXLIB_DONE;
}

static NTSTATUS other_thread(struct unixlib_other_thread *asked)
{
    struct unixlib_other_thread *known = &fake_unix.other_thread;
    const ULONG64 creation = asked->creation;

    known->ended = asked->ended;
    if (asked->id != known->id || asked->process != known->process || creation > known->creation) return UNIXLIB_UNKNOWN;
    *asked = *known;
    asked->creation = creation;
    return UNIXLIB_DONE;
}

static NTSTATUS scheduling(struct unixlib_scheduled_thread *asked)
{
    const struct unixlib_scheduled_thread *known = &fake_unix.scheduled;

    if (asked->id != known->id || asked->process != known->process || asked->creation != known->creation
        || !known->scheduling.letter)
        return UNIXLIB_UNKNOWN;
    asked->scheduling = known->scheduling;
    return UNIXLIB_DONE;
}

/* The one process that it knows, and its one thread. */
static NTSTATUS listed(struct unixlib_listed *asked)
{
    ULONG i;

    if (asked->id != fake_unix.process.id || asked->creation != fake_unix.process.creation) return UNIXLIB_UNKNOWN;
    asked->total = fake_unix.process.total;
    for (i = 0; i < asked->count; i++) {
        asked->of[i].process = asked->id;
        if (other_thread(&asked->of[i]) != UNIXLIB_DONE) asked->of[i].state = UNIXLIB_THREAD_GONE;
    }
    return UNIXLIB_DONE;
}

static BOOLEAN knows(ULONG first, ULONG count)
{
    return first + count <= fake_unix.processors;
}

static ULONG idle_states_of(ULONG processor)
{
    return fake_unix.idle_states - (processor % 2 ? fake_unix.fewer_idle_states : 0);
}

static NTSTATUS idle_state(struct unixlib_idle_state *asked)
{
    const struct unixlib_idle_state copy = *asked;

    if (!knows(asked->processor, 1) || asked->index >= idle_states_of(asked->processor)) return UNIXLIB_UNKNOWN;
    *asked = fake_unix.idle_state[asked->index];
    asked->processor = copy.processor;
    asked->index = copy.index;
    return UNIXLIB_DONE;
}

static NTSTATUS idle_state_count(struct unixlib_idle_state_count *states)
{
    if (!knows(states->processor, 1) || !idle_states_of(states->processor)) return UNIXLIB_UNKNOWN;
    states->count = idle_states_of(states->processor);
    return UNIXLIB_DONE;
}

static NTSTATUS processors(struct unixlib_processors *times)
{
    ULONG i;

    if (!knows(times->first, times->count)) return UNIXLIB_UNKNOWN;
    for (i = 0; i < times->count; i++) {
        times->of[i] = fake_unix.processor_times[times->first + i];
        if (!times->counted) times->of[i].interrupts = 0;
    }
    return UNIXLIB_DONE;
}

static NTSTATUS frequencies(struct unixlib_frequencies *asked)
{
    ULONG i;

    if (!knows(asked->first, asked->count)) return UNIXLIB_UNKNOWN;
    for (i = 0; i < asked->count; i++) {
        asked->of[i] = fake_unix.frequencies[asked->first + i];
        if (!asked->of[i].current) return UNIXLIB_UNKNOWN;
    }
    return UNIXLIB_DONE;
}

/* Linux's clocks move with the time-stamp counter as the performance counter does. */
static NTSTATUS clocks(struct unixlib_clocks *reported)
{
    const ULONG64 second = 1000000000, hz = fake_unix.raw_hz ? fake_unix.raw_hz : fake_processor.hz;
    const unsigned __int128 counter = (1ull << 48) + fake_processor.slept;
    unsigned __int128 tsc;

    if (fake_unix.no_clocks) return UNIXLIB_FAILED;
    fake_processor_pass();
    tsc = fake_processor.tsc;
    reported->raw = (ULONG64)(tsc * second / hz) - fake_unix.raw_behind;
    reported->boot = (ULONG64)(counter * second / fake_processor.frequency + tsc * second / fake_processor.hz)
                 + (fake_unix.sleep_is_counted ? 0 : fake_unix.asleep);
    reported->asleep = fake_unix.asleep;
    return UNIXLIB_DONE;
}

/* The scale stands still, for 2^32 ticks of the TSC. */
static NTSTATUS moment(struct unixlib_moment *asked)
{
    struct tsc_scale *scale = (struct tsc_scale *)(ULONG_PTR)asked->scale;

    if (asked->clock >= UNIXLIB_SCALES || (ULONG_PTR)scale % sizeof *scale) abort();
    fake_unix.moments[asked->clock]++;
    if (!fake_unix.moment.time) return UNIXLIB_REFUSED;
    if (fake_unix.others_scale) scale = fake_unix.others_scale;
    asked->scale = (ULONG_PTR)scale;
    asked->time = fake_unix.moment.time;
    asked->asleep = fake_unix.moment.asleep;
    if (fake_unix.no_scale) return UNIXLIB_DONE;
    scale->begin = tsc_read_ordered();
    scale->length = ~0u;
    scale->time = fake_unix.moment.time + fake_unix.fitting;
    scale->asleep = fake_unix.moment.asleep;
    return UNIXLIB_DONE;
}

static NTSTATUS clock_source(struct unixlib_clock_source *source)
{
    *source = (struct unixlib_clock_source){ .name = "fake" };
    source->readings[fake_unix.otherwise_read ? UNIXLIB_SCALE_DATE : 0] = fake_unix.otherwise_read;
    return UNIXLIB_DONE;
}

static NTSTATUS set_tsc_rate(struct unixlib_rate *reported)
{
    if (!reported->cycles_per_second) reported->cycles_per_second = fake_unix.known_rate;
    fake_unix.rate = reported->cycles_per_second;
    return !fake_unix.rate || fake_unix.refuses_rate ? UNIXLIB_REFUSED : UNIXLIB_DONE;
}

static NTSTATUS copy_memory(const struct unixlib_copy *asked)
{
    memcpy((PVOID)(ULONG_PTR)asked->to, (PVOID)(ULONG_PTR)asked->from, (size_t)asked->size);
    return UNIXLIB_DONE;
}

static NTSTATUS own_snapshot(struct unixlib_own_snapshot *asked)
{
    if (fake_unix.snapshot_status) return fake_unix.snapshot_status;
    *asked = (struct unixlib_own_snapshot){
        .address = (ULONG_PTR)fake_unix.snapshot, .layout = fake_unix.snapshot_layout, .trusted = fake_unix.trusted };
    return UNIXLIB_DONE;
}

static NTSTATUS copy_bytes(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return UNIXLIB_DONE;
}

/* Calls that only report what the test has set, and calls whose arguments are only kept for the test. */
#define REPORT(value) copy_bytes(arguments, &(value), sizeof(value))
#define KEEP(value) copy_bytes(&(value), arguments, sizeof(value))

static NTSTATUS answer_about_the_machine(ULONG number, PVOID arguments)
{
    const struct unixlib_own_clock clock = { fake_unix.refuses_rate ? UNIXLIB_CLOCK_UNDECIDED : fake_unix.clock, 0 };

    switch (number) {
    case UNIXLIB_CALL_VERSION: return fake_unix.version_status ? fake_unix.version_status : REPORT(fake_unix.version);
    case UNIXLIB_CALL_RATE: return set_tsc_rate(arguments);
    case UNIXLIB_CALL_PROCESSORS: return processors(arguments);
    case UNIXLIB_CALL_IDLE_STATE_COUNT: return idle_state_count(arguments);
    case UNIXLIB_CALL_IDLE_STATE: return idle_state(arguments);
    case UNIXLIB_CALL_FREQUENCIES: return frequencies(arguments);
    case UNIXLIB_CALL_SYSTEM: return fake_unix.system.cpus ? REPORT(fake_unix.system) : UNIXLIB_UNKNOWN;
    case UNIXLIB_CALL_CLOCKS: return clocks(arguments);
    case UNIXLIB_CALL_MOMENT: return moment(arguments);
    case UNIXLIB_CALL_CLOCK_SOURCE: return clock_source(arguments);
    case UNIXLIB_CALL_OWN_CLOCK: return REPORT(clock);
    case UNIXLIB_CALL_COPY: return copy_memory(arguments);
    case UNIXLIB_CALL_SHARED: return REPORT(((struct unixlib_shared){ .state = fake_unix.shared }));
    default: abort();
    }
}

static NTSTATUS answer(ULONG number, PVOID arguments)
{
    switch (number) {
    case UNIXLIB_CALL_THREAD_TABLE: return place_thread_table(arguments);
    case UNIXLIB_CALL_THREAD_BEGIN: return thread_begin(arguments);
    case UNIXLIB_CALL_OWN_THREAD_CYCLES: return cycles(arguments, !fake_unix.unknown_caller, fake_unix.own_cycles);
    case UNIXLIB_CALL_OWN_THREAD_TIMES: return own_times(arguments);
    case UNIXLIB_CALL_OWN_SNAPSHOT: return own_snapshot(arguments);
    case UNIXLIB_CALL_THREAD: return thread(arguments);
    case UNIXLIB_CALL_OTHER_THREAD: return other_thread(arguments);
    case UNIXLIB_CALL_SCHEDULING: return scheduling(arguments);
    case UNIXLIB_CALL_PROCESS_BEGIN: return KEEP(fake_unix.process_begun);
    case UNIXLIB_CALL_PROCESS_CYCLES: return cycles(arguments, TRUE, fake_unix.process_cycles);
    case UNIXLIB_CALL_PROCESS_TIMES: return REPORT(fake_unix.process_times);
    case UNIXLIB_CALL_PROCESS: return process(arguments);
    case UNIXLIB_CALL_LISTED: return listed(arguments);
    case UNIXLIB_CALL_DESCENDANTS: return descendants(arguments);
    case UNIXLIB_CALL_EXIT_CODE: return KEEP(fake_unix.exit);
    case UNIXLIB_CALL_PROCESS_AWAITED:
    case UNIXLIB_CALL_PROCESS_END: return UNIXLIB_DONE;
    default: return answer_about_the_machine(number, arguments);
    }
}

static NTSTATUS WINAPI dispatch(ULONG64 handle, ULONG number, PVOID arguments)
{
    const NTSTATUS failure = fake_enter(CALL_UNIX);

    if (handle != HANDLE_OF_LIBRARY || number >= UNIXLIB_CALLS) abort();
    if (failure) return failure;
    if (number && (fake_unix.version != UNIXLIB_VERSION || fake_unix.version_status)) abort();
    fake_unix.calls[number]++;
    return answer(number, arguments);
}

static NTSTATUS (WINAPI *dispatcher)(ULONG64, ULONG, PVOID) = dispatch;

static const char *CDECL version(void)
{
    return fake_unix.wine;
}

static BOOLEAN WINAPI is_locked(RTL_CRITICAL_SECTION *section)
{
    return section == &loader_lock && fake_unix.loader_locked;
}

/* Another thread's is not waited for. */
static BOOLEAN WINAPI try_lock(RTL_CRITICAL_SECTION *section)
{
    if (section == &loader_lock ? fake_unix.loader_held : fake_unix.peb_held) return FALSE;
    fake_unix.locks++;
    return TRUE;
}

static NTSTATUS WINAPI unlock(RTL_CRITICAL_SECTION *section)
{
    fake_unix.locks -= section == &loader_lock || section == &peb_lock;
    return STATUS_SUCCESS;
}

static struct process_environment *WINAPI peb(void)
{
    static struct slot_bitmap slots;
    static struct process_environment block = { .loader_lock = &loader_lock, .lock = &peb_lock, .slots = &slots };

    slots = (struct slot_bitmap){ fake_unix.slot_count, fake_unix.slots_taken };
    block.processors = fake_groups.processors;
    return &block;
}

static BOOL WINAPI find_module(DWORD flags, PCWSTR address, HMODULE *module)
{
    SetLastError(0);  /* as Wine may */
    if (flags & GET_MODULE_HANDLE_EX_FLAG_PIN) fake_unix.pins++;
    *module = (HMODULE)address;
    return TRUE;
}

static DWORD WINAPI module_path(HMODULE module, PWSTR path, DWORD size)
{
    size_t length = length_of(fake_unix.own_path);

    if (length >= size) return size;
    memcpy(path, fake_unix.own_path, (length + 1) * sizeof *path);
    return (DWORD)length;
}

static PVOID loaded_export(const WCHAR *dll, const char *name)
{
    static const WCHAR ours[] = L"cycletime.dll";

    if (memcmp(dll, ours, sizeof ours) || fake_unix.locks != 2) abort();
    if (!strcmp(name, "CycletimeShareUnixlib")) return (PVOID)fake_unix.share;
    return fake_unix.old_dll && !strcmp(name, "CycletimeInstallHooksFromWithin") ? (PVOID)find_module : NULL;
}

ULONG64 WINAPI fake_unix_share(ULONG version, ULONG unixlib_version)
{
    if (version != CYCLETIME_VERSION || unixlib_version != UNIXLIB_VERSION) abort();
    fake_unix.shares++;
    return fake_unix.shared_is_closed ? 0 : HANDLE_OF_LIBRARY;
}

void fake_unix_fill(struct nt_calls *calls)
{
    calls->NtQueryVirtualMemory = query_memory;
    calls->NtAllocateVirtualMemory = allocate;
    calls->NtFreeVirtualMemory = release;
    others_close = calls->NtClose;
    calls->NtClose = close_handle;
    calls->NtOpenFile = open_file;
    calls->NtCreateSection = create_section;
    calls->NtMapViewOfSection = map_section;
    calls->NtUnmapViewOfSection = unmap_section;
    calls->RtlTryEnterCriticalSection = try_lock;
    calls->RtlLeaveCriticalSection = unlock;
    calls->RtlIsCriticalSectionLockedByThread = is_locked;
    calls->RtlGetCurrentPeb = peb;
    calls->RtlGetLastWin32Error = GetLastError;
    calls->RtlRestoreLastWin32Error = SetLastError;
    calls->GetModuleHandleExW = find_module;
    calls->GetModuleFileNameW = module_path;
    calls->loaded_export = loaded_export;
    calls->RtlAcquirePebLock = lock_peb;
    calls->RtlReleasePebLock = unlock_peb;
    if (!fake_unix.wine) return;
    calls->wine_get_version = version;
    if (!fake_unix.no_dispatcher) calls->unix_call_dispatcher = &dispatcher;
}

NTSTATUS fake_unix_environment(const UNICODE_STRING *name, UNICODE_STRING *value)
{
    const WCHAR *found = NULL;
    WCHAR directory[] = L"WINEDLLDIR0";
    int i;

    if (fake_string_is(name, L"CYCLETIME_UNIXLIB")) found = fake_unix.unixlib;
    for (i = 0; i < FAKE_FILES; i++, directory[10]++)
        if (fake_string_is(name, directory)) found = fake_unix.directories[i];
    return fake_string_report(found, value);
}
