/* SPDX-License-Identifier: MIT */
/* Fits a scale to a clock, by which it is read from the time-stamp counter. docs/internals/how-it-works.md describes how
   its answers stay monotonic. */
#include "unixlib/clocks/tsc.h"
#include "unixlib/clocks/linux_clock.h"
#include "protocol/arithmetic.h"

enum {
    UNIT = 100,         /* nanoseconds */
    LENGTH = 1000,      /* of a scale, in units: its end is 50 ns off at the most that NTP slews */
    BASELINE = 1000000, /* nanoseconds over which a slope is measured */
    LOOK = 10000000,    /* nanoseconds after which it is checked again how Linux reads the clock */
    TRIES = 4,
    REST = 100,   /* questions without a try, after one for which no scale was fitted as Linux reads the clock otherwise */
    SLOWEST = 10, /* nanoseconds in a tick of the TSC */
    WIDEST = 120, /* nanoseconds between the two TSC readings around a clock reading that is good enough */
    NOISE = 1000, /* nanoseconds by which a clock may miss the expected time, besides passed / MOST_OFF */
    MOST_OFF = 1000,
    MOST_AHEAD = 1, /* units by which a scale may begin ahead of the clock */
    SET_BACK = 10,  /* units; a clock that is further behind an answer was set */
    ASLEEP = 10000, /* units; a shorter sleep is not seen */
};

static uint64_t middle_of_reading(const struct tsc_reading *reading)
{
    return reading->before + tsc_reading_width(reading) / 2;
}

/* Returns the narrowest of several readings, of which the first is mostly narrow enough. */
static bool read_narrowly(struct fitted_clock *clock, struct tsc_reading *narrowest)
{
    const struct clock_source *source = clock->source;
    struct tsc_reading now, best = { 0 };
    uint64_t least = UINT64_MAX;
    int i;

    for (i = 0; i < TRIES && least / 2 >= clock->narrowest; i++) {
        if (!tsc_read_around(source->read_tsc, source->read, &now)) return false;
        if (tsc_reading_width(&now) >= least) continue;
        least = tsc_reading_width(&now);
        best = now;
    }
    *narrowest = best;
    if (!clock->narrowest || least < clock->narrowest) clock->narrowest = least;
    return true;
}

/* Whether clock and TSC went on together since the last reading: the clock was not set, the machine not stopped. */
static bool clock_goes_on(const struct fitted_clock *clock, const struct tsc_reading *now)
{
    const struct tsc_reading *last = &clock->last;
    double expected, passed;

    if (now->before < last->after || now->time < last->time) return false;
    if (clock->state == FIT_MEASURING) return true;
    expected = (double)(middle_of_reading(now) - middle_of_reading(last)) * clock->slope;
    passed = (double)(now->time - last->time);
    return expected - passed < NOISE + passed / MOST_OFF && passed - expected < NOISE + passed / MOST_OFF;
}

/* The vDSO itself makes a reading that is quicker than any system call, by the TSC: so it is with the clock source tsc,
   and where the pages of kvm-clock, Hyper-V and Xen are stable. */
static enum unixlib_reading judge_reading(struct fitted_clock *clock, uint64_t rate)
{
    const struct clock_source *source = clock->source;

    clock->narrowest = tsc_measure_least(source->read_tsc, source->read);
    clock->call = tsc_measure_least(source->read_tsc, source->call);
    if (clock->narrowest == UINT64_MAX || clock->call == UINT64_MAX) return UNIXLIB_READING_FAILED;
    if (clock->narrowest >= clock->call) return UNIXLIB_READING_BY_CALL;
    if (clock->narrowest > rate * WIDEST / 1000000000) return UNIXLIB_READING_WIDE;
    return source->is_coarse(tsc_read, rate) ? UNIXLIB_READING_COARSE : UNIXLIB_READING_BY_TSC;
}

/* The rate is measured to one in a hundred or so, which is enough to judge by; 0 if the clock cannot be read, or does not
   move. */
enum unixlib_reading clock_reading(const struct clock_source *source)
{
    enum { TICKS = 40000 };
    struct fitted_clock clock = { .source = source };
    uint64_t begin, now, tsc, ticks, rate = 0;

    if (source->read(&begin)) {
        tsc = source->read_tsc();
        do ticks = source->read_tsc() - tsc;
        while (ticks < TICKS);
        if (source->read(&now) && now > begin) rate = ticks * 1000000000 / (now - begin);
    }
    return judge_reading(&clock, rate);
}

/* The check is repeated, because Linux can drop a clock source, and a machine can go on as another. */
static void look_at_reading(struct fitted_clock *clock, const struct tsc_reading *now)
{
    enum unixlib_reading reading;

    if (clock->state != FIT_MEASURING && now->time - clock->looked < LOOK) return;
    reading = judge_reading(clock, (uint64_t)(1e9 / clock->slope));
    clock->state = reading == UNIXLIB_READING_BY_TSC ? FIT_BY_TSC : FIT_OTHERWISE;
    clock->looked = now->time;
}

/* Returns whether the reading was interrupted, or made a system call because Linux now uses another clock source. */
static bool is_wide(const struct fitted_clock *clock, const struct tsc_reading *now)
{
    const uint64_t width = tsc_reading_width(now);

    if (clock->call && width >= clock->call) return true;
    return width / 4 > clock->narrowest || (double)width * clock->slope > WIDEST;
}

/* FALSE: no scale can be fitted by this reading; later ones may do. */
static bool follow_clock(struct fitted_clock *clock, const struct tsc_reading *now)
{
    uint64_t ticks;

    if (clock->state == FIT_NOTHING || !clock_goes_on(clock, now)) {
        clock->older = clock->newer = clock->last = *now;
        clock->state = FIT_MEASURING;
        return false;
    }
    clock->last = *now;
    if (clock->state != FIT_MEASURING) look_at_reading(clock, now);
    if (is_wide(clock, now)) return false;
    if (now->time - clock->newer.time >= BASELINE) {
        clock->older = clock->newer;
        clock->newer = *now;
    }
    if (now->time - clock->older.time < BASELINE) return false;
    ticks = middle_of_reading(now) - middle_of_reading(&clock->older);
    clock->slope = (double)(now->time - clock->older.time) / (double)ticks;
    look_at_reading(clock, now);
    return clock->state == FIT_BY_TSC && clock->slope < SLOWEST && !is_wide(clock, now);
}

/* Linux reports a little too little at times, so the value moves only when the machine has slept. */
static uint64_t asleep_of(const struct clock_source *source, uint64_t known)
{
    uint64_t time, asleep;

    if (!source->read_asleep || !source->read_asleep(&time, &asleep)) return known;
    return asleep / UNIT > known + ASLEEP ? asleep / UNIT : known;
}

/* Only this function changes the sequence. False: another thread did, which answered without the scale. */
static bool advance_scale(struct tsc_scale *scale, uint32_t sequence, uint32_t steps)
{
    return __atomic_compare_exchange_n(&scale->sequence, &sequence, sequence + steps, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_RELAXED);
}

/* Keeps the last answer that the scale can have given, before the scale is fitted anew, unless the clock was set back since
   that answer. Returns false if another thread answered without the scale meanwhile: such an answer advances the sequence,
   here or before publish_fit does. */
static bool begin_fitting(struct fitted_clock *clock, uint64_t time)
{
    struct tsc_scale *scale = clock->scale;
    const uint32_t sequence = __atomic_load_n(&scale->sequence, __ATOMIC_ACQUIRE);
    uint64_t end, returned;

    if (sequence & 1) return true; /* the thread that began to fit did not come to its end */
    end = tsc_scale_at(scale->time, scale->fraction, scale->slope, scale->length);
    returned = atomic_maximum(&scale->returned, end);
    if (clock->source->can_be_set && time + SET_BACK < returned) __atomic_store_n(&scale->returned, time, __ATOMIC_RELAXED);
    return advance_scale(scale, sequence, 1);
}

/* TIME is that of READING, in units. The scale begins where the last one ended, or at the last answer since, if the clock
   is not beyond that. It ends where the clock will be then. */
static bool publish_fit(struct fitted_clock *clock, const struct tsc_reading *reading, uint64_t time,
                        struct clock_moment *now)
{
    const double whole = 4294967296., slope = clock->slope / UNIT * whole;
    struct tsc_scale *scale = clock->scale;
    const uint32_t sequence = __atomic_load_n(&scale->sequence, __ATOMIC_ACQUIRE);
    const uint64_t returned = atomic_read(&scale->returned);
    const uint64_t ahead = returned > time ? returned - time : 0, fraction = ((reading->time % UNIT) << 32) / UNIT;
    double gain;

    if (ahead > MOST_AHEAD) return false;
    scale->length = (uint32_t)(LENGTH * whole / slope);
    scale->begin = middle_of_reading(reading);
    scale->time = time + ahead;
    scale->fraction = ahead ? 0 : (uint32_t)fraction;
    gain = scale->length * slope;
    if (ahead) gain -= (double)ahead * whole - (double)fraction;
    scale->slope = gain > 0 ? (uint32_t)(gain / scale->length) : 0;
    scale->asleep = asleep_of(clock->source, scale->asleep);
    *now = (struct clock_moment){ scale->time, scale->asleep };
    return advance_scale(scale, sequence, 1);
}

/* Fits a scale from now on; its begin is the answer. While this thread was stopped, others may have given answers that are
   later than its reading. If Linux reads the clock otherwise, the scale is taken away, which readers find at once. */
static bool refit_scale(struct fitted_clock *clock, struct clock_moment *now)
{
    struct tsc_scale *scale = clock->scale;
    struct tsc_reading reading;
    uint32_t sequence;
    uint64_t time;
    int tries;

    for (tries = 0; tries < TRIES; tries++) {
        if (!read_narrowly(clock, &reading)) return false;
        time = reading.time / UNIT + clock->source->epoch;
        if (follow_clock(clock, &reading)) {
            if (begin_fitting(clock, time) && publish_fit(clock, &reading, time, now)) return true;
            continue;
        }
        if (clock->state != FIT_OTHERWISE) return false;
        clock->rest = REST;
        if (scale->length && begin_fitting(clock, time)) {
            sequence = __atomic_load_n(&scale->sequence, __ATOMIC_ACQUIRE);
            scale->length = 0;
            advance_scale(scale, sequence, 1);
        }
        return false;
    }
    return false;
}

/* Another thread may have fitted the scale meanwhile. */
static bool try_to_refit(struct fitted_clock *clock, struct clock_moment *now)
{
    const sigset_t signals = termination_defer();
    bool done = false;

    if (!__atomic_exchange_n(&clock->scale->busy, 1, __ATOMIC_ACQUIRE)) {
        if (clock->rest) clock->rest--;
        done = tsc_scale_read_by(clock->scale, clock->source->read_tsc, now) || (!clock->rest && refit_scale(clock, now));
        __atomic_store_n(&clock->scale->busy, 0, __ATOMIC_RELEASE);
    }
    termination_allow(signals);
    return done;
}

enum outcome { RETURNED, READ_AGAIN, FAILED };

/* Answers without the scale, and no earlier than the scale can have answered. The thread that fits the next scale has to
   see this answer, since the scale must not begin before it. If the scale is not older than its length any more, or another
   thread has changed it, it is to be read again. Another processor's TSC may be a little behind that by which the scale
   began. */
static enum outcome read_without_scale(struct fitted_clock *clock, struct clock_moment *now)
{
    struct tsc_scale *scale = clock->scale;
    const uint32_t sequence = __atomic_load_n(&scale->sequence, __ATOMIC_ACQUIRE);
    const uint64_t known = scale->asleep;
    uint64_t end = 0, time, last, tsc;

    if (!(sequence & 1)) {
        end = tsc_scale_at(scale->time, scale->fraction, scale->slope, scale->length);
        tsc = clock->source->read_tsc();
        if (tsc - scale->begin < scale->length || scale->begin - tsc < scale->length) return READ_AGAIN;
    }
    if (!clock->source->read(&time)) return FAILED;
    time = time / UNIT + clock->source->epoch;
    if (__atomic_load_n(&scale->sequence, __ATOMIC_ACQUIRE) != sequence) return READ_AGAIN;
    last = larger_of(atomic_read(&scale->returned), end);
    if (!clock->source->can_be_set || time + SET_BACK >= last)
        time = atomic_maximum(&scale->returned, larger_of(time, last));
    if (!advance_scale(scale, sequence, 2)) return READ_AGAIN;
    *now = (struct clock_moment){ time, asleep_of(clock->source, known) };
    return RETURNED;
}

bool fitted_clock_read(struct fitted_clock *clock, struct clock_moment *now)
{
    enum outcome outcome;

    do {
        if (tsc_scale_read_by(clock->scale, clock->source->read_tsc, now) || try_to_refit(clock, now)) return true;
        outcome = read_without_scale(clock, now);
    } while (outcome == READ_AGAIN);
    return outcome == RETURNED;
}
