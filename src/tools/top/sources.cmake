# SPDX-License-Identifier: MIT
# What only works on the samples, and what asks Windows or the terminal.
room(top bars.c difference.c grid.c history.c history_chart.c lines.c options.c origins.c press.c records.c rows.c
  selection.c view.c)
room(top_shared sample.c)
room(top_system console.c facts.c main.c process_command_line.c process_jobs.c watch.c)
