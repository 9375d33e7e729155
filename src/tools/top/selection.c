/* SPDX-License-Identifier: MIT */
#include "tools/top/selection.h"
#include "tools/text.h"

bool selection_takes(const struct selection *selection, const struct burner *burner)
{
    if (!selection->process || burner->process == selection->process) return true;
    return selection->tree && burner->origin && burner->origin->is_followed;
}

bool selection_matches(const struct selection *selection, const struct burner *burner)
{
    const struct origin *origin = burner->origin;

    if (name_contains(burner->name, burner->name_length, selection->part, selection->part_length)) return true;
    return selection->commands && origin && burner->process != selection->self && burner->process != selection->starter
           && name_contains(origin->command, origin->command_length, selection->part, selection->part_length);
}

bool selection_has(const struct selection *selection, const struct burner *burner)
{
    return selection_takes(selection, burner) && selection_matches(selection, burner);
}
