# SPDX-License-Identifier: MIT
room(counters catalogue.c collector.c data_block.c data_reader.c data_request.c formula.c name_list.c pack.c path.c
  pdh_arrays.c pdh_elements.c pdh_functions.c pdh_names.c pdh_paths.c pdh_text.c pdh_vb.c processes.c processors.c queries.c
  registry_value.c snapshot.c snapshot_processors.c system.c threads.c)
