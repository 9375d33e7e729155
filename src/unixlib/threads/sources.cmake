# SPDX-License-Identifier: MIT
room(threads rseq_area.c thread_clock.c thread_table.c trial.c watched_threads.c)
