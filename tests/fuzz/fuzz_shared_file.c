/* SPDX-License-Identifier: MIT */
/*
 * The shared file with any content, in the working directory: a process is found if and only if its entry is whole, none of
 * them is alive, and this process gets a slot and its own times.
 */
#include "fuzz.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/shared_file/shared_file.h"

#include <fcntl.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

enum { KEY = 7, PIECES = 8, NOBODY = SHARED_PIDS - 1 };

/* A piece of the file, as the input has it; the number of the place in its set is the low part of SLOT. */
struct piece {
    struct process_entry process;
    struct published_times published;
    uint32_t slot;
    uint8_t kind, cut, any;
};

static struct shared_slot slots[SHARED_SLOTS];
static uint32_t touched[PIECES];
static unsigned count;
static struct publisher publisher;
static struct lookup_answer answer;

/* Where its process would look for it, mostly. */
static uint32_t slot_of(const struct piece *piece)
{
    return piece->any & 7 ? find_first_slot(0, piece->process.id) + piece->slot % SHARED_SET_SLOTS
                          : piece->slot % SHARED_SLOTS;
}

/* One in four has a wrong sum, or is cut off. A sequence takes its writer 100,000 years to come to half of what it holds.
   Its Linux number is nobody's. */
static void put_piece(struct piece *piece)
{
    const uint32_t number = slot_of(piece);
    struct shared_slot *slot = &slots[number];
    struct published_times *published = &slot->copies[piece->kind & 1];

    piece->published.sequence >>= 1;
    piece->process.pid = piece->any & 64 ? NOBODY : piece->process.pid | SHARED_PIDS;
    if (piece->any & 32) piece->process.name[PROCESS_NAME_SIZE - 1] = 0;
    if (piece->kind & 6) piece->process.sum = SUM_AFTER(0, &piece->process);
    if (piece->kind & 8 || !slot->entry.sum) slot->entry = piece->process;
    if (piece->kind & 6) piece->published.sum = SUM_AFTER(slot->entry.sum, &piece->published);
    memcpy(published, &piece->published, piece->kind & 6 ? sizeof piece->published : piece->cut % sizeof piece->published);
    touched[count++] = number;
}

/* Finds the process's whole entry among the slots that its id may have, with the newest whole copy of its times. */
static bool expect(struct process_identity process, struct entry *found)
{
    const uint32_t first = find_first_slot(0, process.id);
    bool is_found = false;
    struct entry entry;
    uint32_t i;

    for (i = first; i < first + SHARED_SET_SLOTS; i++) {
        if (!entry_of(&slots[i], &entry) || entry.process.id != process.id || entry.process.created != process.created
            || entry.process.prefix != process.prefix)
            continue;
        CHECK(entry.process.pid == NOBODY && memchr(entry.process.name, 0, PROCESS_NAME_SIZE));
        if (is_found && entry.published.sequence <= found->published.sequence) continue;
        *found = entry;
        is_found = true;
    }
    return is_found;
}

static void check_times(const struct entry *found)
{
    const struct published_times *published = &found->published;

    CHECK(answer.times.user == published->times.user && answer.times.kernel == published->times.kernel);
    CHECK(answer.has_ended && !answer.linux_pid);
    CHECK(answer.is_exact == ((published->flags & (PUBLISHED_LEFT | PUBLISHED_ENDED)) != 0));
}

static void check_life(struct process_identity process, bool is_known, const struct entry *found)
{
    struct lookup_answer life;

    CHECK(lookup_process_and_code(&publisher, process, false, &life) == is_known);
    if (!is_known) return;
    CHECK(life.has_ended && !strcmp(life.entry.process.name, found->process.name));
    CHECK(lookup_process_and_code(&publisher, process, true, &life));
}

/* No process has its pid, so it has ended. */
static void check_stranger(struct process_identity process)
{
    const struct lookup_options now = { .split = process.id & 1 }, over = { .is_over = true };
    struct lookup_answer untouched;
    struct entry found;
    const bool is_known = expect(process, &found);

    memset(&untouched, 0xcc, sizeof untouched);
    answer = untouched;
    CHECK(lookup_process(&publisher, process, now, &answer) == is_known);
    if (is_known) check_times(&found);
    else CHECK(!memcmp(&answer, &untouched, sizeof answer));
    CHECK(lookup_process(&publisher, process, over, &answer) == is_known);
    if (is_known) check_times(&found);
    check_life(process, is_known, &found);
}

static uint64_t own_clock(void)
{
    struct timespec time;

    CHECK(!clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time));
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void check_live(struct process_identity process, bool split)
{
    const struct lookup_options question = { .split = split };
    const uint64_t low = own_clock();
    uint64_t total;

    CHECK(lookup_process(&publisher, process, question, &answer));
    CHECK(!answer.has_ended && answer.is_exact && answer.linux_pid == getpid());
    total = answer.times.user + answer.times.kernel;
    CHECK(low <= total && total <= own_clock());
    CHECK(answer.times.user <= total && answer.times.kernel <= total);
}

/* Nobody begins twice. */
static void check_own(struct process_identity process, uint32_t parent, struct cpu_times times)
{
    struct cpu_times sum;
    struct entry found;

    while (expect(process, &found)) process.created++;
    CHECK(publisher_claim(&publisher, process, parent, times));
    check_live(process, false);
    check_live(process, true);
    times.user /= 2;
    CHECK(publisher_publish_times(&publisher, &times));
    check_live(process, false);
    CHECK(lookup_descendants(&publisher, process, &sum) && !sum.user && !sum.kernel);
    CHECK(publisher_end(&publisher, times));
    CHECK(lookup_process(&publisher, process, (struct lookup_options){ .split = true }, &answer));
    CHECK(answer.has_ended && !answer.linux_pid);
    CHECK(answer.times.user == times.user && answer.times.kernel == times.kernel && answer.is_exact);
}

static void write_pieces(const char *path)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    unsigned i;

    CHECK(file >= 0);
    for (i = 0; i < count; i++)
        CHECK(pwrite(file, &slots[touched[i]], sizeof *slots, (off_t)SHARED_FILE_AT(slots[touched[i]])) == sizeof *slots);
    close(file);
}

static void forget_pieces(void)
{
    unsigned i;

    for (i = 0; i < count; i++) memset(&slots[touched[i]], 0, sizeof *slots);
    count = 0;
}

/* A file that is not whole is replaced by an empty one. */
static void spoil(const char *path, const struct piece *piece)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const uint8_t wrong = 0xff;

    CHECK(file >= 0);
    if (piece->cut & 1) CHECK(pwrite(file, &wrong, 1, piece->slot % 48) == 1);
    else CHECK(!ftruncate(file, piece->slot % SHARED_FILE_SIZE));
    close(file);
    forget_pieces();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, size };
    struct process_identity strangers[PIECES];
    struct cpu_times times;
    struct piece piece = { 0 };
    const bool is_spoilt = take_byte(&input) & 1;
    char path[sizeof publisher.shared.names[0].path];
    unsigned known, i;

    CHECK(publisher_open(&publisher, ".", KEY));
    memcpy(path, publisher.shared.names[0].path, sizeof path);
    publisher_close(&publisher);
    take(&input, &times, sizeof times);
    while (input.left && count < PIECES) {
        take(&input, &piece, sizeof piece);
        strangers[count] = (struct process_identity){ piece.process.id, piece.process.created, 0 };
        put_piece(&piece);
    }
    known = count;
    write_pieces(path);
    if (is_spoilt) spoil(path, &piece);
    CHECK(publisher_open(&publisher, ".", KEY));
    for (i = 0; i < known; i++) check_stranger(strangers[i]);
    check_own((struct process_identity){ piece.process.id, piece.process.created ^ 1, 0 }, piece.process.parent, times);
    CHECK(access(path, F_OK));
    publisher_close(&publisher);
    forget_pieces();
    return 0;
}
