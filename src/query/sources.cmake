# SPDX-License-Identifier: MIT
room(query buffer_length.c choose.c cpu_instructions.c cpu_time.c cycle_rate.c fast_clock.c unixlib_state.c interrupt_time.c
  job.c last_answer.c listed_cycles.c own_times.c processors.c quick_time.c step.c)
