/* SPDX-License-Identifier: MIT */
#include "clock_line.h"
#include "../protocol/maximum.h"

enum {
    UNIT = 100,         /* nanoseconds */
    LENGTH = 1000,      /* of a line, in units: at the most that NTP slews it is 50 ns off by its end */
    BASELINE = 1000000, /* nanoseconds over which a slope is measured */
    LOOK = 10000000,    /* nanoseconds after which it is looked again how Linux reads the clock */
    TRIES = 4,
    REST = 100,   /* questions after one for which no line could be drawn since Linux reads the clock otherwise */
    SLOWEST = 10, /* nanoseconds in a tick of the counter */
    WIDEST = 120, /* nanoseconds between the readings of the counter around one that is good enough */
    NOISE = 1000, /* nanoseconds by which a clock may miss what was expected, with that part of what passed */
    MOST_OFF = 1000,
    MOST_AHEAD = 1, /* units by which a line may begin ahead of the clock */
    SET_BACK = 10,  /* units; a clock that is behind what was told by more was set */
    ASLEEP = 10000, /* units; that the machine slept is told within that */
};

static uint64_t middle(const struct counter_reading *reading)
{
    return reading->before + (reading->after - reading->before) / 2;
}

/* The narrowest of several tries, of which the first is mostly narrow enough. */
static bool read_narrowly(struct drawn_clock *clock, struct counter_reading *narrowest)
{
    const struct clock_source *source = clock->source;
    struct counter_reading now, best = { 0 };
    uint64_t least = UINT64_MAX;
    int i;

    for (i = 0; i < TRIES && least / 2 >= clock->narrowest; i++) {
        now.before = source->counter();
        if (!source->read(&now.time)) return false;
        now.after = source->counter();
        if (now.after - now.before >= least) continue;
        least = now.after - now.before;
        best = now;
    }
    *narrowest = best;
    if (!clock->narrowest || least < clock->narrowest) clock->narrowest = least;
    return true;
}

/* Whether clock and counter went on together since the last reading. The clock may have been set, or the machine
   stopped. */
static bool goes_on(const struct drawn_clock *clock, const struct counter_reading *now)
{
    const struct counter_reading *last = &clock->last;
    double expected, passed;

    if (now->before < last->after || now->time < last->time) return false;
    if (clock->slope <= 0) return true;
    expected = (double)(middle(now) - middle(last)) * clock->slope;
    passed = (double)(now->time - last->time);
    return expected - passed < NOISE + passed / MOST_OFF && passed - expected < NOISE + passed / MOST_OFF;
}

static void begin_anew(struct drawn_clock *clock, const struct counter_reading *now)
{
    clock->older = clock->newer = clock->last = *now;
    clock->slope = 0;
    clock->looked = 0;
}

struct widths {
    uint64_t reading, call; /* ticks */
};

/* A reading that is quicker than any system call is the vDSO's own, by the counter: so it is with tsc, and where the pages
   of kvm-clock, Hyper-V and Xen are stable. */
static enum host_reading judge(const struct clock_source *source, uint64_t rate, struct widths *widths)
{
    widths->reading = counter_least(source->counter, source->read);
    widths->call = counter_least(source->counter, source->call);
    if (widths->reading == UINT64_MAX || widths->call == UINT64_MAX) return HOST_READING_FAILED;
    if (widths->reading >= widths->call) return HOST_READING_BY_CALL;
    if (widths->reading > rate * WIDEST / 1000000000) return HOST_READING_WIDE;
    return source->is_coarse(rate) ? HOST_READING_COARSE : HOST_READING_BY_COUNTER;
}

/* Ticks a second, to one in a hundred or so: enough to judge by. 0: the clock cannot be read, or does not move. */
static uint64_t rough_rate(const struct clock_source *source)
{
    enum { TICKS = 40000 };
    uint64_t begin, now, tsc, ticks;

    if (!source->read(&begin)) return 0;
    tsc = source->counter();
    do ticks = source->counter() - tsc;
    while (ticks < TICKS);
    return source->read(&now) && now > begin ? ticks * 1000000000 / (now - begin) : 0;
}

enum host_reading clock_reading(const struct clock_source *source)
{
    struct widths unused;

    return judge(source, rough_rate(source), &unused);
}

/* Again and again: Linux can drop a clock source, and a machine can go on as another. */
static void look(struct drawn_clock *clock, const struct counter_reading *now)
{
    struct widths widths;

    if (clock->looked && now->time - clock->looked < LOOK) return;
    clock->reading = judge(clock->source, (uint64_t)(1e9 / clock->slope), &widths);
    clock->narrowest = widths.reading;
    clock->call = widths.call;
    clock->looked = now->time;
}

static bool measure_slope(struct drawn_clock *clock, const struct counter_reading *now)
{
    if (now->time - clock->newer.time >= BASELINE) {
        clock->older = clock->newer;
        clock->newer = *now;
    }
    if (now->time - clock->older.time < BASELINE) return false;
    clock->slope = (double)(now->time - clock->older.time) / (double)(middle(now) - middle(&clock->older));
    return true;
}

/* It was interrupted, or Linux had to be called, because it keeps time by something else now. */
static bool is_wide(const struct drawn_clock *clock, const struct counter_reading *now)
{
    const uint64_t width = now->after - now->before;

    if (clock->call && width >= clock->call) return true;
    return width / 4 > clock->narrowest || (double)width * clock->slope > WIDEST;
}

/* FALSE: by this reading no line can be drawn, by later ones perhaps. */
static bool follow(struct drawn_clock *clock, const struct counter_reading *now)
{
    if (!clock->last.after || !goes_on(clock, now)) {
        begin_anew(clock, now);
        return false;
    }
    clock->last = *now;
    if (clock->slope > 0) look(clock, now);
    if (is_wide(clock, now) || !measure_slope(clock, now)) return false;
    look(clock, now);
    return clock->reading == HOST_READING_BY_COUNTER && clock->slope < SLOWEST && !is_wide(clock, now);
}

static uint64_t end_of(const struct clock_line *line)
{
    return clock_line_at(line->time, line->fraction, line->slope, line->length);
}

static uint64_t units(const struct clock_source *source, uint64_t time)
{
    return time / UNIT + source->epoch;
}

/* It is told a little too small at times, so it moves only when the machine has slept. */
static uint64_t asleep_of(const struct clock_source *source, uint64_t known)
{
    uint64_t asleep;

    if (!source->read_asleep || !source->read_asleep(&asleep)) return known;
    return asleep / UNIT > known + ASLEEP ? asleep / UNIT : known;
}

/* From where the last line ended, or what was told since, if the clock is not beyond that; towards where the clock will be
   at its end. */
static void draw(const struct drawn_clock *clock, const struct counter_reading *now, uint64_t told)
{
    const double whole = 4294967296., slope = clock->slope / UNIT * whole;
    const uint64_t time = units(clock->source, now->time), ahead = told > time ? told - time : 0;
    const uint64_t fraction = ((now->time % UNIT) << 32) / UNIT;
    struct clock_line *line = clock->line;
    double gain;

    line->length = (uint32_t)(LENGTH * whole / slope);
    line->begin = middle(now);
    line->time = time + ahead;
    line->fraction = ahead ? 0 : (uint32_t)fraction;
    gain = line->length * slope;
    if (ahead) gain -= (double)ahead * whole - (double)fraction;
    line->slope = gain > 0 ? (uint32_t)(gain / line->length) : 0;
    line->asleep = asleep_of(clock->source, line->asleep);
}

/* One that was set back since that was told. */
static bool is_set_back(const struct clock_source *source, uint64_t time, uint64_t told)
{
    return source->can_be_set && time + SET_BACK < told;
}

/* Who tells a time without the line moves the sequence, and so is seen. What the last line told is kept before it goes. */
static bool begin_drawing(struct drawn_clock *clock, uint64_t time)
{
    struct clock_line *line = clock->line;
    uint32_t sequence = __atomic_load_n(&line->sequence, __ATOMIC_ACQUIRE);
    uint64_t told;

    if (sequence & 1) return true; /* whoever began that did not come to its end */
    told = atomic_maximum(&line->told, end_of(line));
    if (is_set_back(clock->source, time, told)) __atomic_store_n(&line->told, time, __ATOMIC_RELAXED);
    return __atomic_compare_exchange_n(&line->sequence, &sequence, sequence + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static bool publish(struct drawn_clock *clock, const struct counter_reading *reading, struct clock_moment *now)
{
    struct clock_line *line = clock->line;
    uint32_t sequence = __atomic_load_n(&line->sequence, __ATOMIC_ACQUIRE);
    const uint64_t told = atomic_read(&line->told);

    if (told > units(clock->source, reading->time) + MOST_AHEAD) return false;
    draw(clock, reading, told);
    *now = (struct clock_moment){ line->time, line->asleep };
    return __atomic_compare_exchange_n(&line->sequence, &sequence, sequence + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/* Who reads finds at once that there is none. What it told is kept. */
static void erase(struct drawn_clock *clock, uint64_t time)
{
    struct clock_line *line = clock->line;
    uint32_t sequence;

    clock->rest = REST;
    if (!line->length || !begin_drawing(clock, units(clock->source, time))) return;
    sequence = __atomic_load_n(&line->sequence, __ATOMIC_ACQUIRE);
    line->length = 0;
    __atomic_compare_exchange_n(&line->sequence, &sequence, sequence + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static bool is_otherwise_read(const struct drawn_clock *clock)
{
    return clock->looked && clock->reading != HOST_READING_BY_COUNTER;
}

/* The line of now, and its begin as the answer. While this thread was stopped others may have told what is later than its
   reading. */
static bool redraw(struct drawn_clock *clock, struct clock_moment *now)
{
    struct counter_reading reading;
    int tries;

    for (tries = 0; tries < TRIES; tries++) {
        if (!read_narrowly(clock, &reading)) return false;
        if (!follow(clock, &reading)) {
            if (is_otherwise_read(clock)) erase(clock, reading.time);
            return false;
        }
        if (begin_drawing(clock, units(clock->source, reading.time)) && publish(clock, &reading, now)) return true;
    }
    return false;
}

/* Another one may have drawn it meanwhile. */
static bool try_to_redraw(struct drawn_clock *clock, struct clock_moment *now)
{
    bool done;

    if (__atomic_exchange_n(&clock->line->busy, 1, __ATOMIC_ACQUIRE)) return false;
    if (clock->rest) clock->rest--;
    done = clock_line_read_by(clock->line, clock->source->counter, now) || (!clock->rest && redraw(clock, now));
    __atomic_store_n(&clock->line->busy, 0, __ATOMIC_RELEASE);
    return done;
}

enum telling { TOLD, SEEN_OTHERS, FAILED };

/* Another processor's counter may be a little behind that by which the line began. */
static bool is_over(const struct drawn_clock *clock)
{
    const struct clock_line *line = clock->line;
    const uint64_t now = clock->source->counter();

    return now - line->begin >= line->length && line->begin - now >= line->length;
}

/* Without the line, and after all that it told. That it was told has to be seen by who draws the next one, which shall not
   begin before it. */
static enum telling tell(struct drawn_clock *clock, struct clock_moment *now)
{
    struct clock_line *line = clock->line;
    uint32_t sequence = __atomic_load_n(&line->sequence, __ATOMIC_ACQUIRE);
    const uint64_t end = sequence & 1 ? 0 : end_of(line), known = line->asleep;
    uint64_t time, last;

    if (!(sequence & 1) && !is_over(clock)) return SEEN_OTHERS;
    if (!clock->source->read(&time)) return FAILED;
    time = units(clock->source, time);
    if (__atomic_load_n(&line->sequence, __ATOMIC_ACQUIRE) != sequence) return SEEN_OTHERS;
    last = atomic_read(&line->told);
    if (end > last) last = end;
    if (!is_set_back(clock->source, time, last)) time = atomic_maximum(&line->told, time > last ? time : last);
    if (!__atomic_compare_exchange_n(&line->sequence, &sequence, sequence + 2, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return SEEN_OTHERS;
    *now = (struct clock_moment){ time, asleep_of(clock->source, known) };
    return TOLD;
}

bool drawn_clock_tell(struct drawn_clock *clock, struct clock_moment *now)
{
    enum telling telling;

    do {
        if (clock_line_read_by(clock->line, clock->source->counter, now) || try_to_redraw(clock, now)) return true;
        telling = tell(clock, now);
    } while (telling == SEEN_OTHERS);
    return telling == TOLD;
}
