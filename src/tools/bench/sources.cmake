# SPDX-License-Identifier: MIT
room(bench calls.c cost_chart.c counters.c drop_in.c limits.c unixlib.c main.c measure.c status.c)
