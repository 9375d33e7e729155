# SPDX-License-Identifier: MIT
room(source unixlib_clock.c unixlib_jobs.c unixlib_processes.c unixlib_processors.c nt_counters.c nt_times.c own_snapshot.c
  wine_host.c)
