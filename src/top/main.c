/* SPDX-License-Identifier: MIT */
#include "csv.h"
#include "json.h"
#include "lines.h"
#include "options.h"
#include "output.h"
#include "sample.h"
#include "../run/say.h"

#include <stdlib.h>
#include <wchar.h>
#include <windows.h>

enum { EXIT_WELL, EXIT_WRONG, EXIT_USAGE };

static struct sample samples[2];
static struct difference difference;

int main(void)
{
    const WCHAR *line = GetCommandLineW();
    WCHAR *room = malloc((2 * wcslen(line) + 2) * sizeof *room);
    struct options options;
    struct options_error error;
    struct text text = { 0 };
    const struct burn **burns;

    if (!room) return EXIT_WRONG;
    error = options_read(line, room, &options);
    if (error.what) {
        say(L"top: %ls %ls", error.what, error.argument);
        return EXIT_USAGE;
    }
    sample_take(&samples[0]);
    Sleep(options.interval);
    sample_take(&samples[1]);
    difference_make(&difference, &samples[0], &samples[1]);
    burns = malloc((difference.burn_count + 1) * sizeof *burns);
    if (options.form == FORM_JSON) json_add(&text, &difference, options.process, 1.0);
    else if (options.form == FORM_CSV) csv_add_header(&text), csv_add(&text, &difference, options.process, 1.0);
    else lines_add(&text, &difference, options.process, burns);
    return !output_write(&text);
}
