/* SPDX-License-Identifier: MIT */
/* Formats a counter's raw values by its type, as pdh.dll does. */
#include "counters/counters.h"

struct figure {
    double real;
    LONGLONG whole;
    BOOLEAN is_whole; /* a count, of which a double holds no more than 53 bits */
};

BOOLEAN formula_needs_two(ULONG type)
{
    return type == TYPE_TIMER || type == TYPE_INVERSE_TIMER || type == TYPE_RATE || type == TYPE_LARGE_RATE
           || type == TYPE_AVERAGE;
}

static BOOLEAN is_percent(ULONG type)
{
    return type == TYPE_TIMER || type == TYPE_INVERSE_TIMER;
}

/* The change of a value, and the time that it took. A rate has 32 bits, which may have wrapped. */
static PDH_STATUS compute_quotient(ULONG type, const PDH_RAW_COUNTER *now, const PDH_RAW_COUNTER *before, double *quotient)
{
    const LONGLONG time = now->SecondValue - before->SecondValue;
    LONGLONG moved = now->FirstValue - before->FirstValue;

    if (type == TYPE_RATE) moved = (ULONG)moved;
    if (time < 0) return PDH_CALC_NEGATIVE_DENOMINATOR;
    if (moved < 0) return PDH_CALC_NEGATIVE_VALUE;
    *quotient = time ? (double)moved / (double)time : 0;
    return ERROR_SUCCESS;
}

static PDH_STATUS compute_rate(ULONG type, const PDH_RAW_COUNTER *now, const PDH_RAW_COUNTER *before, struct figure *figure)
{
    double of_time = 0;
    PDH_STATUS status;

    if (!before || !formula_has_value(before->CStatus)) return PDH_INVALID_DATA;
    status = compute_quotient(type, now, before, &of_time);
    if (type == TYPE_RATE || type == TYPE_LARGE_RATE) figure->real = of_time * TIME_BASE;
    else if (type == TYPE_AVERAGE) figure->real = of_time;
    else if (type == TYPE_TIMER) figure->real = 100 * of_time;
    /* No change in no time is not 100 %. */
    else figure->real = of_time > 1 || now->SecondValue == before->SecondValue ? 0 : 100 * (1 - of_time);
    return status;
}

static PDH_STATUS compute_figure(ULONG type, const PDH_RAW_COUNTER *now, const PDH_RAW_COUNTER *before,
                                 struct figure *figure)
{
    *figure = (struct figure){ 0 };
    if (formula_needs_two(type)) return compute_rate(type, now, before, figure);
    if (type == TYPE_ELAPSED) {
        if (now->SecondValue < now->FirstValue) return PDH_CALC_NEGATIVE_VALUE;
        figure->real = (double)(now->SecondValue - now->FirstValue) / TIME_BASE;
        return ERROR_SUCCESS;
    }
    if (type == TYPE_FRACTION) {
        figure->real = now->SecondValue ? 100 * (double)now->FirstValue / (double)now->SecondValue : 0;
        return ERROR_SUCCESS;
    }
    figure->whole = now->FirstValue;
    figure->real = (double)now->FirstValue;
    figure->is_whole = TRUE;
    return ERROR_SUCCESS;
}

static double power_of_ten(LONG exponent)
{
    double power = 1;

    for (; exponent > 0; exponent--) power *= 10;
    for (; exponent < 0; exponent++) power /= 10;
    return power;
}

static void scale_by(struct figure *figure, LONG exponent)
{
    if (!exponent) return;
    figure->real *= power_of_ten(exponent);
    figure->is_whole = FALSE;
}

static LONGLONG clamp_value(double real, LONGLONG least, LONGLONG most)
{
    if (real <= (double)least) return least;
    return real >= (double)most ? most : (LONGLONG)real;
}

static BOOLEAN is_format(ULONG format)
{
    const ULONG kind = format & (PDH_FMT_LONG | PDH_FMT_DOUBLE | PDH_FMT_LARGE);
    const ULONG rest =
        format
        & ~(ULONG)(PDH_FMT_LONG | PDH_FMT_DOUBLE | PDH_FMT_LARGE | PDH_FMT_NOSCALE | PDH_FMT_1000 | PDH_FMT_NOCAP100);

    return kind && !(kind & (kind - 1)) && !rest;
}

static void put_figure(ULONG format, const struct figure *figure, PDH_FMT_COUNTERVALUE *value)
{
    const LONGLONG most = 0x7fffffffffffffff, least = -most - 1, most_long = 0x7fffffff, least_long = -most_long - 1;
    const LONGLONG whole = figure->is_whole ? figure->whole : clamp_value(figure->real, least, most);

    value->largeValue = 0;
    if (format & PDH_FMT_DOUBLE) value->doubleValue = figure->real;
    else if (format & PDH_FMT_LARGE) value->largeValue = whole;
    else value->longValue = (LONG)(whole < least_long ? least_long : whole > most_long ? most_long : whole);
}

PDH_STATUS formula_format(ULONG type, LONG scale, ULONG format, const PDH_RAW_COUNTER *now, const PDH_RAW_COUNTER *before,
                          PDH_FMT_COUNTERVALUE *value)
{
    struct figure figure;
    PDH_STATUS status;

    if (!is_format(format)) return PDH_INVALID_ARGUMENT;
    value->CStatus = now->CStatus;
    if (!formula_has_value(now->CStatus)) return PDH_INVALID_DATA;
    status = compute_figure(type, now, before, &figure);
    value->CStatus = status == (PDH_STATUS)PDH_INVALID_DATA ? PDH_CSTATUS_INVALID_DATA : (DWORD)status;
    if (status != ERROR_SUCCESS) return status;
    if (is_percent(type) && figure.real > 100 && !(format & PDH_FMT_NOCAP100)) figure.real = 100;
    if (format & PDH_FMT_1000) scale_by(&figure, 3);
    else if (!(format & PDH_FMT_NOSCALE)) scale_by(&figure, scale);
    put_figure(format, &figure, value);
    return ERROR_SUCCESS;
}
