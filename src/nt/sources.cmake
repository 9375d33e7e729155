# SPDX-License-Identifier: MIT
room(nt calls.c clock.c copy.c job.c memory.c process.c process_list.c processors.c system.c thread.c thread_slot.c
  unix_side.c)
