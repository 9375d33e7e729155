# SPDX-License-Identifier: MIT
# The source files of each folder, for the build and for the tests that build them again: the one list of them. What is
# written for one machine (NAME_MACHINE.c) is named where the target is made.
function(sources name folder)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${folder}/)
  set(${name}_sources ${ARGN} PARENT_SCOPE)
endfunction()

sources(api library/api cycletime.c processors.c processthreadsapi.c realtimeapiset.c)
sources(query library/query buffer_length.c clocks.c cpu_instructions.c cpu_time.c job.c monotonic_cache.c
  processors.c sources.c step.c tsc_rate.c unixlib_state.c)
sources(source library/source nt_counters.c nt_times.c unixlib_clock.c unixlib_processes.c
  unixlib_processors.c unixlib_threads.c)
sources(nt library/nt calls.c copy.c job.c memory.c process.c process_list.c processors.c system.c thread_slot.c
  unixlib_loader.c)
# What compares the library's picture of Wine with this Wine; the static library leaves it out.
sources(layout library/nt wine_layout.c)
sources(calls unixlib/calls calls.c clock_calls.c list_calls.c process_calls.c processor_calls.c)
sources(threads unixlib/threads own_process.c rseq.c schedstat_cache.c thread_clock.c thread_table.c)
sources(clocks unixlib/clocks boot_cache.c linux_clock.c tsc.c tsc_scale.c)
sources(processors unixlib/processors cpu_map.c proc_files.c processors.c)
sources(shared_file unixlib/shared_file announcement.c entry.c job_totals.c jobs.c process_lookup.c
  procfs_process.c publisher.c reaper_entry.c shared_file.c shared_files.c shared_folders.c)
sources(hooks inject/hooks clock_hooks.c dll_main.c export_table.c iat.c image.c install.c jobs.c near_pool.c
  nt_queries.c pages.c pdh_hooks.c process_end.c registry_hooks.c system_calls.c
  wine_gaps.c)
sources(preload inject/preload background.c begin.c c_library.c dll_folders.c exit_status.c inject.c
  load_failure.c next_functions.c ntdll.c program.c report.c threads.c)
# These too are in the preload library, for Linux programs that execute Windows programs.
sources(execute inject/execute executions.c refused_file.c spawns.c)
# The preload library, the Linux side and the command have them.
sources(launch launch exit_code.c file_facts.c prefix.c preload_list.c run_words.c wine_programs.c)
sources(counters counters catalogue.c data_block.c formula.c path.c pdh_arrays.c pdh_elements.c pdh_functions.c
  pdh_names.c pdh_paths.c pdh_text.c processes.c processors.c queries.c registry_value.c snapshot.c
  system.c threads.c)
sources(tools tools option.c output.c svg.c text.c)
sources(command tools/command env.c help.c main.c message.c run.c tool.c
  child/child.c child/guardian.c child/signal_probe.c child/terminal.c
  ended/lanes.c ended/process_report.c ended/program_kind.c ended/reaper.c ended/table.c
  start/arguments.c start/desktop.c start/environment.c start/loader.c start/own_folder.c start/prefix.c start/program.c
  start/refusal.c start/tree.c start/wine.c
  system/processes.c system/signals.c system/watcher.c)
# What only works on the samples of the viewer, what takes them, and what asks Windows or the terminal.
sources(top tools/top ancestry.c grid.c history.c interval.c keys.c options.c records.c rows.c view.c)
sources(top_shared tools/top sample.c)
sources(top_system tools/top console.c main.c process_details.c process_query.c watch.c)
sources(counters_tool tools/counters main.c options.c)
sources(bench tools/bench calls.c cost_chart.c hook_costs.c limits.c main.c measure.c status.c)
