/* SPDX-License-Identifier: MIT */
/*
 * The file of records with anything in it, in the working directory: who is found in it is who stands there whole, nobody
 * in it is alive, and this process' own record takes its place and is told truly.
 */
#include "fuzz.h"
#include "host/record.h"
#include "host/record_slot.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

enum { KEY = 7, PLACES = 16 };

/* A piece of the file, as the input has it. */
struct piece {
    struct figures figures;
    uint16_t slot;
    uint8_t kind, cut;
};

static uint8_t content[RECORD_FILE_SIZE];
static struct record record;
static struct record_answer answer;

static uint8_t *copy_at(unsigned slot, unsigned copy)
{
    return content + (1 + slot % RECORD_SLOTS) * RECORD_SLOT_SIZE + copy * sizeof(struct figures);
}

/* One in four has a wrong sum, or is cut off. A sequence takes its writer 100,000 years to come to half of what it holds. */
static void put_piece(struct piece *piece)
{
    piece->figures.sequence >>= 1;
    if (piece->kind & 6) piece->figures.sum = figures_sum(&piece->figures);
    memcpy(copy_at(piece->slot, piece->kind & 1), &piece->figures,
           piece->kind & 6 ? sizeof piece->figures : piece->cut % sizeof piece->figures);
}

static bool is_whole(const struct figures *figures)
{
    return figures->sum == figures_sum(figures);
}

/* Its newest whole figures in one place, and whether they are that place's newest. */
static bool stands_there(struct record_process process, unsigned place, struct figures *found, bool *is_newest)
{
    struct figures copies[2];
    bool whole[2], its[2];
    unsigned i, newer;

    for (i = 0; i < 2; i++) {
        memcpy(&copies[i], copy_at(place, i), sizeof copies[i]);
        whole[i] = is_whole(&copies[i]);
        its[i] = whole[i] && copies[i].id == process.id && copies[i].created == process.created;
    }
    newer = copies[0].sequence > copies[1].sequence ? 0 : 1;
    if (!its[0] && !its[1]) return false;
    i = its[0] && its[1] ? newer : its[0] ? 0 : 1;
    *found = copies[i];
    *is_newest = !whole[!i] || i == newer;
    return true;
}

/* Places of its own: 16, from where its number says. */
static bool expect(struct record_process process, struct figures *found, bool *is_newest)
{
    const unsigned first = process.id / 4 % (RECORD_SLOTS - PLACES + 1);
    unsigned place;

    for (place = first; place < first + PLACES; place++)
        if (stands_there(process, place, found, is_newest)) return true;
    return false;
}

static void check_stranger(struct record_process process)
{
    struct record_answer untouched;
    struct figures found;
    bool is_newest;

    memset(&untouched, 0xcc, sizeof untouched);
    answer = untouched;
    CHECK(record_find(&record, process, process.id & 1, &answer) == expect(process, &found, &is_newest));
    if (!expect(process, &found, &is_newest)) {
        CHECK(!memcmp(&answer, &untouched, sizeof answer));
        return;
    }
    CHECK(answer.times.user == found.user && answer.times.kernel == found.kernel);
    CHECK(answer.has_ended && !answer.linux_pid && answer.is_exact == ((found.flags & FIGURES_EXACT) != 0));
}

static uint64_t own_clock(void)
{
    struct timespec time;

    CHECK(!clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time));
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void check_live(struct record_process process, bool split)
{
    const uint64_t low = own_clock();
    uint64_t total;

    CHECK(record_find(&record, process, split, &answer));
    CHECK(!answer.has_ended && answer.is_exact && answer.linux_pid == getpid());
    total = answer.times.user + answer.times.kernel;
    CHECK(low <= total && total <= own_clock());
    CHECK(answer.times.user <= total && answer.times.kernel <= total);
}

/* Nobody begins twice. */
static void check_own(struct record_process process, struct record_times times)
{
    struct figures found;
    bool is_newest;

    while (expect(process, &found, &is_newest)) process.created++;
    CHECK(record_claim(&record, process, times));
    check_live(process, false);
    check_live(process, true);
    times.user /= 2;
    CHECK(record_publish(&record, times));
    check_live(process, false);
    CHECK(record_end(&record, times, times.kernel & 1));
    CHECK(record_find(&record, process, true, &answer) && answer.has_ended && !answer.linux_pid);
    CHECK(answer.times.user == times.user && answer.times.kernel == times.kernel && answer.is_exact == (times.kernel & 1));
}

static void write_file(size_t size)
{
    const int file = open(record.file.name, O_WRONLY | O_CLOEXEC);

    CHECK(file >= 0 && write(file, content, size) == (ssize_t)size && !ftruncate(file, (off_t)size));
    close(file);
}

/* A file of ours, then the input's pieces in it. */
static void make_file(void)
{
    memset(content, 0, sizeof content);
    CHECK(record_open(&record, ".", KEY));
    CHECK(pread(record.file.file, content, RECORD_SLOT_SIZE, 0) == RECORD_SLOT_SIZE);
    record_close(&record);
}

/* A file that is not whole is replaced by an empty one. */
static void spoil(const struct piece *piece)
{
    if (piece->cut & 1) content[piece->slot % 40] ^= 1;
    write_file(piece->cut & 1 ? sizeof content : piece->slot % sizeof content);
    memset(content, 0, sizeof content);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, size };
    struct record_process strangers[8];
    struct record_times times;
    struct piece piece = { 0 };
    unsigned count = 0, i;
    const bool is_spoilt = take_byte(&input) & 1;

    make_file();
    take(&input, &times, sizeof times);
    while (input.left && count < 8) {
        take(&input, &piece, sizeof piece);
        strangers[count++] = (struct record_process){ piece.figures.id, piece.figures.created };
        put_piece(&piece);
    }
    if (is_spoilt) spoil(&piece);
    else write_file(sizeof content);
    CHECK(record_open(&record, ".", KEY));
    for (i = 0; i < count; i++) check_stranger(strangers[i]);
    check_own((struct record_process){ piece.figures.id, piece.figures.created ^ 1 }, times);
    CHECK(access(record.file.name, F_OK));
    record_close(&record);
    return 0;
}
