/* SPDX-License-Identifier: MIT */
/* `cycletime env`. */
#include "tools/command/command.h"
#include "tools/command/start/start.h"

/* There is no first program that would have to get correct times, so none is refused. In a command of `cycletime run` or
   `cycletime time`, programs still count as that command's. */
int print_variables(char **arguments)
{
    static const char *const names[] = { "LD_PRELOAD", "PRESSURE_VESSEL_FILESYSTEMS_RO", "CYCLETIME_RUN",
                                         "CYCLETIME_KEEP_SERVER", "CYCLETIME_FOUND_WINE" };
    struct options options;
    struct tree tree;
    const char *value;
    char *outer;
    size_t i;

    if (arguments_read("env", arguments, &options)) return EXIT_FAILED;
    if (options.help) return print_help((char *[]){ "env", NULL });
    if (*options.command)
        return report_error(EXIT_FAILED, "env: takes no command, only options, not %s. To run env(1): cycletime -- env ...",
                            *options.command);
    options.flags &= ~(uint32_t)RUN_MUST;
    environment_flags(&options.run);
    outer = hook_ack_of_outer();
    tree_find_library(&tree);
    environment_name_library(&tree);
    wine_pass_on();
    environment_set_options(&options, outer);
    free(outer);
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        value = getenv(names[i]);
        if (!value) continue;
        printf("%s%s=", options.plain ? "" : "export ", names[i]);
        if (options.plain) fputs(value, stdout);
        else print_quoted(value);
        putchar('\n');
    }
    return 0;
}
