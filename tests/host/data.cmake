# SPDX-License-Identifier: MIT
# The processors' times and the shared record file.
find_path(CMOCKA_HEADERS cmocka.h REQUIRED)
find_library(CMOCKA_LIBRARY cmocka REQUIRED)
find_package(Threads REQUIRED)

add_library(host_data_options INTERFACE)
target_compile_definitions(host_data_options INTERFACE _GNU_SOURCE _FILE_OFFSET_BITS=64)
set(CYCLETIME_SANITIZERS "address,undefined" CACHE STRING "What the unit tests are built with")
target_compile_options(host_data_options INTERFACE -fvisibility=hidden -Werror=implicit-function-declaration)
if(CYCLETIME_SANITIZERS)
  target_compile_options(host_data_options INTERFACE -fsanitize=${CYCLETIME_SANITIZERS} -fno-sanitize-recover=all)
  target_link_options(host_data_options INTERFACE -fsanitize=${CYCLETIME_SANITIZERS})
endif()
target_include_directories(host_data_options INTERFACE
  ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src/host ${PROJECT_SOURCE_DIR}/tests/unit)
target_include_directories(host_data_options SYSTEM INTERFACE ${CMOCKA_HEADERS})
target_link_libraries(host_data_options INTERFACE ${CMOCKA_LIBRARY} Threads::Threads ${CMAKE_DL_LIBS})

set(host_data_sources
  cpu_map.c cpu_topology.c cpuidle.c idle_clock.c looks.c other_process.c proc_interrupts.c proc_stat.c processor_clock.c
  processors.c record.c record_file.c record_slot.c wine_words.c)
list(TRANSFORM host_data_sources PREPEND ${PROJECT_SOURCE_DIR}/src/host/)
add_library(host_data STATIC ${host_data_sources} fake_tree.c other.c ${PROJECT_SOURCE_DIR}/tests/unit/apart.c)
target_link_libraries(host_data PUBLIC host_data_options)

function(add_host_data_test name)
  add_executable(host_${name} test_${name}.c)
  target_link_libraries(host_${name} PRIVATE host_data)
  add_test(NAME host.${name} COMMAND host_${name})
  set_tests_properties(host.${name} PROPERTIES TIMEOUT 120)
endfunction()

add_host_data_test(cpu_map)
add_host_data_test(cpu_topology)
add_host_data_test(idle_clock)
add_host_data_test(processor_clock)
add_host_data_test(looks)
add_host_data_test(proc_stat)
add_host_data_test(proc_interrupts)
add_host_data_test(cpuidle)
add_host_data_test(processors)
add_host_data_test(record)
add_host_data_test(record_file)
add_host_data_test(record_crowd)
add_host_data_test(record_race)
add_host_data_test(record_hostile)
add_host_data_test(real_processors)
# It measures a processor that it keeps busy.
set_tests_properties(host.real_processors PROPERTIES RUN_SERIAL TRUE)
