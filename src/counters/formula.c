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

/* The change of a value in the time that it took. A rate has 32 bits, which may have wrapped. */
static PDH_STATUS compute_rate(ULONG type, const PDH_RAW_COUNTER *now, const PDH_RAW_COUNTER *before, double *figure)
{
    LONGLONG time, moved;
    double of_time;

    if (!before || !formula_has_value(before->CStatus)) return PDH_INVALID_DATA;
    time = now->SecondValue - before->SecondValue;
    moved = now->FirstValue - before->FirstValue;
    if (type == TYPE_RATE) moved = (ULONG)moved;
    if (time < 0) return PDH_CALC_NEGATIVE_DENOMINATOR;
    if (moved < 0) return PDH_CALC_NEGATIVE_VALUE;
    of_time = time ? (double)moved / (double)time : 0;
    if (type == TYPE_RATE || type == TYPE_LARGE_RATE) *figure = of_time * TIME_BASE;
    else if (type == TYPE_AVERAGE) *figure = of_time;
    else if (type == TYPE_TIMER) *figure = 100 * of_time;
    /* No change in no time is not 100 %. */
    else *figure = of_time > 1 || !time ? 0 : 100 * (1 - of_time);
    return ERROR_SUCCESS;
}

static PDH_STATUS compute_figure(ULONG type, const PDH_RAW_COUNTER *now, const PDH_RAW_COUNTER *before,
                                 struct figure *figure)
{
    *figure = (struct figure){ 0 };
    if (formula_needs_two(type)) return compute_rate(type, now, before, &figure->real);
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

PDH_STATUS formula_format(ULONG type, LONG scale, ULONG format, const PDH_RAW_COUNTER *now, const PDH_RAW_COUNTER *before,
                          PDH_FMT_COUNTERVALUE *value)
{
    const ULONG kinds = PDH_FMT_LONG | PDH_FMT_DOUBLE | PDH_FMT_LARGE, kind = format & kinds;
    const LONGLONG most = 0x7fffffffffffffff, least = -most - 1, most_long = 0x7fffffff, least_long = -most_long - 1;
    struct figure figure;
    PDH_STATUS status;
    double power = 1;

    if (!kind || kind & (kind - 1) || format & ~(kinds | PDH_FMT_NOSCALE | PDH_FMT_1000 | PDH_FMT_NOCAP100))
        return PDH_INVALID_ARGUMENT;
    value->CStatus = now->CStatus;
    if (!formula_has_value(now->CStatus)) return PDH_INVALID_DATA;
    status = compute_figure(type, now, before, &figure);
    value->CStatus = status == (PDH_STATUS)PDH_INVALID_DATA ? PDH_CSTATUS_INVALID_DATA : (DWORD)status;
    if (status != ERROR_SUCCESS) return status;
    if ((type == TYPE_TIMER || type == TYPE_INVERSE_TIMER) && figure.real > 100 && !(format & PDH_FMT_NOCAP100))
        figure.real = 100;
    if (format & PDH_FMT_1000) scale = 3;
    else if (format & PDH_FMT_NOSCALE) scale = 0;
    if (scale) figure.is_whole = FALSE;
    for (; scale > 0; scale--) power *= 10;
    for (; scale < 0; scale++) power /= 10;
    figure.real *= power;
    if (!figure.is_whole)
        figure.whole = figure.real <= (double)least ? least : figure.real >= (double)most ? most : (LONGLONG)figure.real;
    value->largeValue = 0;
    if (format & PDH_FMT_DOUBLE) value->doubleValue = figure.real;
    else if (format & PDH_FMT_LARGE) value->largeValue = figure.whole;
    else if (figure.whole < least_long) value->longValue = (LONG)least_long;
    else value->longValue = (LONG)(figure.whole > most_long ? most_long : figure.whole);
    return ERROR_SUCCESS;
}
