# SPDX-License-Identifier: MIT
room(graft cycletime_graft.c dll_main.c export_table.c graft.c image.c import_slots.c jobs.c hook_table.c
  modules.c near_pool.c nt_queries.c pages.c pdh_replacement.c process_end.c registry.c replaced_clocks.c system_calls.c)
