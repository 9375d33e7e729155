/* SPDX-License-Identifier: MIT */
/*
 * The shared file with any content, in the working directory: a process is found if and only if its entry is whole, none of
 * them is alive, and this process gets a slot and its own times.
 */
#include "fuzz.h"
#include "unixlib/shared_file/process_question.h"

#include <fcntl.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

enum { KEY = 7, PIECES = 8, NOBODY = RECORD_PIDS - 1 };

/* A piece of the file, as the input has it; the number of the place in its set is the low part of SLOT. */
struct piece {
    struct process_entry process;
    struct figures figures;
    uint32_t slot;
    uint8_t kind, cut, any;
};

static struct record_slot slots[RECORD_SLOTS];
static uint32_t touched[PIECES];
static unsigned count;
static struct record record;
static struct record_answer answer;

/* Where its process would look for it, mostly. */
static uint32_t slot_of(const struct piece *piece)
{
    return piece->any & 7 ? first_place(0, piece->process.id) + piece->slot % RECORD_PLACES : piece->slot % RECORD_SLOTS;
}

/* One in four has a wrong sum, or is cut off. A sequence takes its writer 100,000 years to come to half of what it holds.
   Its Linux number is nobody's. */
static void put_piece(struct piece *piece)
{
    const uint32_t number = slot_of(piece);
    struct record_slot *slot = &slots[number];
    struct figures *figures = &slot->copies[piece->kind & 1];

    piece->figures.sequence >>= 1;
    piece->process.pid = piece->any & 64 ? NOBODY : piece->process.pid | RECORD_PIDS;
    if (piece->any & 32) piece->process.name[RECORD_NAME - 1] = 0;
    if (piece->kind & 6) piece->process.sum = entry_sum(&piece->process);
    if (piece->kind & 8 || !slot->entry.sum) slot->entry = piece->process;
    if (piece->kind & 6) piece->figures.sum = figures_sum(&slot->entry, &piece->figures);
    memcpy(figures, &piece->figures, piece->kind & 6 ? sizeof piece->figures : piece->cut % sizeof piece->figures);
    touched[count++] = number;
}

/* Finds the process's whole entry among the slots that its id may have, with the newest whole copy of its times. */
static bool expect(struct record_process process, struct entry *found)
{
    const uint32_t first = first_place(0, process.id);
    bool is_found = false;
    struct entry entry;
    uint32_t i;

    for (i = first; i < first + RECORD_PLACES; i++) {
        if (!entry_of(&slots[i], &entry) || entry.process.id != process.id || entry.process.created != process.created
            || entry.process.prefix != process.prefix)
            continue;
        CHECK(entry.process.pid == NOBODY && memchr(entry.process.name, 0, RECORD_NAME));
        if (is_found && entry.figures.sequence <= found->figures.sequence) continue;
        *found = entry;
        is_found = true;
    }
    return is_found;
}

static void check_figures(const struct entry *found)
{
    const struct figures *figures = &found->figures;

    CHECK(answer.times.user == figures->times.user && answer.times.kernel == figures->times.kernel);
    CHECK(answer.has_ended && !answer.linux_pid);
    CHECK(answer.is_exact == ((figures->flags & (FIGURES_LEFT | FIGURES_ENDED)) != 0));
}

static void check_life(struct record_process process, bool is_known, const struct entry *found)
{
    struct record_answer life;

    CHECK(record_life(&record, process, false, &life) == is_known);
    if (!is_known) return;
    CHECK(life.has_ended && !strcmp(life.entry.process.name, found->process.name));
    CHECK(record_life(&record, process, true, &life));
}

/* No process has its pid, so it has ended. */
static void check_stranger(struct record_process process)
{
    const struct record_question now = { .split = process.id & 1 }, over = { .is_over = true };
    struct record_answer untouched;
    struct entry found;
    const bool is_known = expect(process, &found);

    memset(&untouched, 0xcc, sizeof untouched);
    answer = untouched;
    CHECK(record_find(&record, process, now, &answer) == is_known);
    if (is_known) check_figures(&found);
    else CHECK(!memcmp(&answer, &untouched, sizeof answer));
    CHECK(record_find(&record, process, over, &answer) == is_known);
    if (is_known) check_figures(&found);
    check_life(process, is_known, &found);
}

static uint64_t own_clock(void)
{
    struct timespec time;

    CHECK(!clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time));
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void check_live(struct record_process process, bool split)
{
    const struct record_question question = { .split = split };
    const uint64_t low = own_clock();
    uint64_t total;

    CHECK(record_find(&record, process, question, &answer));
    CHECK(!answer.has_ended && answer.is_exact && answer.linux_pid == getpid());
    total = answer.times.user + answer.times.kernel;
    CHECK(low <= total && total <= own_clock());
    CHECK(answer.times.user <= total && answer.times.kernel <= total);
}

/* Nobody begins twice. */
static void check_own(struct record_process process, uint32_t parent, struct record_times times)
{
    struct record_times sum;
    struct entry found;

    while (expect(process, &found)) process.created++;
    CHECK(record_claim(&record, process, parent, times));
    check_live(process, false);
    check_live(process, true);
    times.user /= 2;
    CHECK(record_publish(&record, times));
    check_live(process, false);
    CHECK(record_descendants(&record, process, &sum) && !sum.user && !sum.kernel);
    CHECK(record_end(&record, times));
    CHECK(record_find(&record, process, (struct record_question){ .split = true }, &answer));
    CHECK(answer.has_ended && !answer.linux_pid);
    CHECK(answer.times.user == times.user && answer.times.kernel == times.kernel && answer.is_exact);
}

static void write_pieces(const char *path)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    unsigned i;

    CHECK(file >= 0);
    for (i = 0; i < count; i++)
        CHECK(pwrite(file, &slots[touched[i]], sizeof *slots, (off_t)RECORD_AT(slots[touched[i]])) == sizeof *slots);
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
    else CHECK(!ftruncate(file, piece->slot % RECORD_FILE_SIZE));
    close(file);
    forget_pieces();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, size };
    struct record_process strangers[PIECES];
    struct record_times times;
    struct piece piece = { 0 };
    const bool is_spoilt = take_byte(&input) & 1;
    char path[sizeof record.names[0].path];
    unsigned known, i;

    CHECK(record_open(&record, ".", KEY));
    memcpy(path, record.names[0].path, sizeof path);
    record_close(&record);
    take(&input, &times, sizeof times);
    while (input.left && count < PIECES) {
        take(&input, &piece, sizeof piece);
        strangers[count] = (struct record_process){ piece.process.id, piece.process.created, 0 };
        put_piece(&piece);
    }
    known = count;
    write_pieces(path);
    if (is_spoilt) spoil(path, &piece);
    CHECK(record_open(&record, ".", KEY));
    for (i = 0; i < known; i++) check_stranger(strangers[i]);
    check_own((struct record_process){ piece.process.id, piece.process.created ^ 1, 0 }, piece.process.parent, times);
    CHECK(access(path, F_OK));
    record_close(&record);
    forget_pieces();
    return 0;
}
