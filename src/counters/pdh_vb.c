/* SPDX-License-Identifier: MIT */
/* The functions that Visual Basic programs call, which return strings of a fixed length. The system keeps those that show a
   window, and those of log files. */
#include "counters/formula.h"
#include "counters/pdh_functions.h"
#include "counters/pdh_text.h"
#include "counters/path.h"

#include <pdhmsg.h>

PDH_STATUS WINAPI HookedPdhVbOpenQuery(PDH_HQUERY *Query)
{
    return HookedPdhOpenQueryA(NULL, 0, Query);
}

PDH_STATUS WINAPI HookedPdhVbAddCounter(PDH_HQUERY Query, LPCSTR Path, PDH_HCOUNTER *Counter)
{
    return HookedPdhAddCounterA(Query, Path, 0, Counter);
}

/* STATUS may be NULL, though only it distinguishes a failure from the value 0. */
double WINAPI HookedPdhVbGetDoubleCounterValue(PDH_HCOUNTER Counter, DWORD *Status)
{
    PDH_FMT_COUNTERVALUE value = { .CStatus = PDH_CSTATUS_INVALID_DATA };
    const PDH_STATUS status = HookedPdhGetFormattedCounterValue(Counter, PDH_FMT_DOUBLE, NULL, &value);

    if (Status) *Status = status == ERROR_SUCCESS || status == (PDH_STATUS)PDH_INVALID_DATA ? value.CStatus : (DWORD)status;
    return status == ERROR_SUCCESS ? value.doubleValue : 0;
}

DWORD WINAPI HookedPdhVbIsGoodStatus(LONG Status)
{
    return formula_has_value((DWORD)Status);
}

static void fill_element(struct pack *pack, const void *element)
{
    pack_text(pack, *(const struct text *)element);
}

static PDH_STATUS put_element(struct text element, LPSTR string, DWORD size)
{
    const struct output answer = { FALSE, string, &size };

    return answer_text(&answer, fill_element, &element) == ERROR_SUCCESS ? ERROR_SUCCESS
                                                                         : (PDH_STATUS)PDH_INSUFFICIENT_BUFFER;
}

PDH_STATUS WINAPI HookedPdhVbGetCounterPathElements(LPCSTR Path, LPSTR Machine, LPSTR Object, LPSTR Instance, LPSTR Parent,
                                                    LPSTR Counter, DWORD Size)
{
    LPSTR const strings[] = { Machine, Object, Instance, Parent, Counter };
    struct text elements[ARRAYSIZE(strings)];
    PDH_STATUS status = ERROR_SUCCESS;
    WCHAR wide[PDH_MAX_COUNTER_PATH];
    struct counter_path path;
    ULONG i;

    for (i = 0; i < ARRAYSIZE(strings); i++)
        if (!strings[i] || !Path || !Size) return PDH_INVALID_ARGUMENT;
    if (!widen_string(Path, wide) || !path_parse(wide, &path)) return PDH_INVALID_PATH;
    elements[0] = path.machine;
    elements[1] = path.object;
    elements[2] = path.instance;
    elements[3] = path.parent;
    elements[4] = path.counter;
    for (i = 0; i < ARRAYSIZE(strings) && status == ERROR_SUCCESS; i++) status = put_element(elements[i], strings[i], Size);
    return status;
}
