# SPDX-License-Identifier: MIT
# The source files of each folder, for the build and for the tests that build them again: the one list of them. What is
# written for one machine (NAME_MACHINE.c) is named where the target is made.
function(sources name folder)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${folder}/)
  set(${name}_sources ${ARGN} PARENT_SCOPE)
endfunction()

sources(api library/api extensions.c idle_states.c processes.c processors.c processthreadsapi.c realtimeapiset.c)
sources(query library/query buffer_length.c choose.c cpu_instructions.c cpu_time.c tsc_rate.c fast_clock.c
  interrupt_time.c job.c monotonic_cache.c listed_cycles.c own_times.c processors.c quick_time.c step.c unixlib_state.c)
sources(source library/source nt_counters.c nt_times.c own_snapshot.c unixlib_clock.c unixlib_jobs.c unixlib_processes.c
  unixlib_processors.c unixlib.c)
sources(nt library/nt calls.c clock.c copy.c job.c memory.c process.c process_list.c processors.c system.c thread.c
  thread_slot.c unixlib_loader.c)
sources(calls unixlib/calls calls.c children_follow.c clock_calls.c job_calls.c list_calls.c measure.c process_calls.c
  processor_calls.c thread_lookup.c)
sources(threads unixlib/threads rseq_area.c thread_clock.c thread_table.c rseq_probe.c schedstat_cache.c)
sources(clocks unixlib/clocks boot_cache.c tsc.c tsc_rate.c cycle_conversion.c tsc_scale.c linux_clock.c)
sources(processors unixlib/processors cpu_file.c cpu_map.c cpufreq.c cpuidle.c idle_clock.c ntdll_strings.c
  proc_interrupts.c proc_stat.c processor_clock.c processors.c readings.c system_counts.c)
sources(shared_file unixlib/shared_file ended_totals.c entry.c shared_files.c shared_folders.c job.c job_totals.c
  job_membership.c
  procfs_process.c process_lookup.c publisher.c shared_file.c reaper_entry.c user_home.c)
sources(hooks inject/hooks exported.c dll_main.c export_table.c install.c hook_table.c image.c iat.c jobs.c
  modules.c near_pool.c nt_queries.c pages.c pdh_replacement.c process_end.c registry.c replaced_clocks.c system_calls.c)
sources(preload inject/preload apc_code.c children.c exit.c inject.c ntdll.c place.c program.c report.c run_words.c
  sanitizer.c sigaction.c text.c threads.c unixlib.c)
sources(counters counters catalogue.c collector.c data_block.c data_reader.c data_request.c formula.c name_list.c pack.c
  path.c pdh_arrays.c pdh_elements.c pdh_functions.c pdh_names.c pdh_paths.c pdh_text.c pdh_vb.c processes.c processors.c
  queries.c registry_value.c snapshot.c snapshot_processors.c system.c threads.c)
sources(tools tools now.c option.c output.c message.c stop.c svg.c text.c)
sources(command tools/command arguments.c child.c message.c descriptors.c environment.c hook_ack.c folder_link.c help.c
  image.c main.c printable.c program.c process_report.c reaper.c run.c search.c services.c table.c terminal.c tool.c tree.c
  windows_path.c wine.c signal_probe.c)
# What only works on the samples of the viewer, what takes them, and what asks Windows or the terminal.
sources(top tools/top bars.c interval.c grid.c history.c history_chart.c lines.c options.c ancestry.c keys.c records.c
  rows.c selection.c view.c)
sources(top_shared tools/top sample.c)
sources(top_system tools/top console.c process_query.c main.c process_command_line.c process_jobs.c watch.c)
sources(counters_tool tools/counters columns.c lists.c main.c options.c)
sources(bench tools/bench calls.c cost_chart.c counters.c hook_costs.c limits.c main.c measure.c status.c unixlib.c)
