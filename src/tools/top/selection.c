/* SPDX-License-Identifier: MIT */
/* Which processes are to be shown. */
#include "tools/top/samples.h"
#include "tools/text.h"

bool selection_takes(const struct selection *selection, const struct task *task)
{
    if (!selection->process || task->process == selection->process) return true;
    return selection->tree && task->info && task->info->is_followed;
}

bool selection_matches(const struct selection *selection, const struct task *task)
{
    const struct process_info *info = task->info;

    if (name_contains(task->name, task->name_length, selection->part, selection->part_length)) return true;
    return selection->commands && info && task->process != selection->self && task->process != selection->starter
           && name_contains(info->command, info->command_length, selection->part, selection->part_length);
}

bool selection_has(const struct selection *selection, const struct task *task)
{
    return selection_takes(selection, task) && selection_matches(selection, task);
}
