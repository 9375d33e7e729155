# SPDX-License-Identifier: MIT
room(counters_tool columns.c lists.c main.c options.c)
