# SPDX-License-Identifier: MIT
# The source files of each room, for the build and for the tests that build them again; relative to src.
set(api_sources api/extensions.c api/idle_states.c api/processes.c api/processors.c api/processthreadsapi.c
  api/realtimeapiset.c api/result.c)
set(query_sources query/buffer_length.c query/choose.c query/cpu_time.c query/cycle_rate.c
  query/fast_clock.c query/host_state.c query/interrupt_time.c query/job.c query/last_answer.c
  query/listed_cycles.c query/own_times.c query/processor.c query/processor_structures.c
  query/processors.c query/quick_time.c query/step.c)
set(source_sources source/host_clock.c source/host_jobs.c source/host_processes.c source/host_processors.c
  source/nt_counters.c source/nt_times.c source/own_line.c source/wine_host.c)
set(nt_sources nt/calls.c nt/clock.c nt/copy.c nt/job.c nt/memory.c nt/process.c nt/process_list.c nt/processors.c
  nt/system.c nt/thread.c nt/thread_slot.c nt/unix_side.c)
# The way down to the Linux side alone, for programs that measure what things cost there.
set(unix_side_sources nt/calls.c nt/memory.c nt/process.c nt/system.c nt/thread.c nt/unix_side.c)
set(graft_sources api/dll_main.c graft/cycletime_graft.c graft/export_table.c graft/fast_clock.c graft/graft.c graft/image.c
  graft/import_slots.c graft/jobs.c graft/ledger.c graft/modules.c graft/nt_queries.c graft/pages.c
  graft/pdh.c graft/process_end.c graft/room.c graft/system_calls.c)
set(counters_sources counters/catalogue.c counters/collector.c counters/formula.c counters/pack.c counters/path.c
  counters/pdh_arrays.c counters/pdh_functions.c counters/pdh_names.c counters/processes.c counters/processors.c
  counters/queries.c counters/snapshot.c counters/system.c)
set(cli_sources cli/command_line.c cli/dos_path.c cli/say.c)
# The viewer: what asks Windows or the terminal, and what only works on the samples.
set(top_sources top/bars.c top/csv.c top/difference.c top/grid.c top/history.c top/jobs.c top/json.c top/lines.c
  top/options.c top/origins.c top/press.c top/rows.c top/selection.c top/svg.c top/text.c top/view.c)
set(top_system_sources top/console.c top/facts.c top/main.c top/output.c top/watch.c nt/command_line.c nt/jobs.c
  source/host_jobs.c)
set(bench_sources bench/calls.c bench/chart.c bench/drop_in.c bench/linux_side.c bench/main.c bench/measure.c bench/status.c
  bench/target.c)
set(preload_sources preload/apc_code.c preload/children.c preload/exit.c preload/graft.c preload/linux_side.c
  preload/ntdll.c preload/place.c preload/program.c preload/report.c preload/run_words.c preload/sigaction.c preload/text.c)
set(command_sources command/child.c command/complaint.c command/descriptors.c command/first.c command/help.c
  command/image.c command/link.c command/main.c command/options.c command/preload.c command/program.c command/ran.c
  command/reaper.c command/run.c command/search.c command/services.c command/table.c command/text.c
  command/tool.c command/tree.c command/view.c command/windows_path.c command/wine.c command/witness.c)
# Of the Linux side: what the command shares, and all else.
set(host_record_sources host/boot_facts.c host/counter.c host/file_limit.c host/folders.c host/linux_clock.c
  host/other_process.c host/prefix.c host/record.c
  host/record_account.c host/record_file.c host/record_find.c host/record_job.c host/record_life.c host/record_note.c
  host/record_number.c host/record_owner.c host/record_parent.c host/record_present.c host/record_reaped.c
  host/record_program.c host/record_slot.c host/record_thread.c host/record_view.c host/subreaper.c
  host/tick_rate.c)
set(host_own_sources host/calls.c host/children.c host/clock_calls.c host/clock_line.c host/cpu_map.c
  host/cpuidle.c host/cycle_scale.c host/idle_clock.c host/job_calls.c
  host/list_calls.c host/looks.c host/measure.c host/numbers.c host/proc_interrupts.c host/proc_stat.c
  host/process_calls.c host/processor_calls.c host/processor_clock.c host/processors.c host/live_threads.c
  host/watched_threads.c host/rseq_area.c host/thread_clock.c host/thread_question.c host/thread_table.c host/trial.c
  host/wine_words.c)
set(host_sources ${host_own_sources} ${host_record_sources})
