# SPDX-License-Identifier: MIT
room(processors cpu_file.c cpu_map.c cpufreq.c cpuidle.c idle_clock.c ntdll_strings.c proc_interrupts.c proc_stat.c
  processor_clock.c processors.c readings.c system_figures.c)
