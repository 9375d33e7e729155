# SPDX-License-Identifier: MIT
# Performance counters: programs that reach pdh.dll in every way, and the suites.
add_system_library(delay_pdh delaylib pdh.dll PdhOpenQueryW@12 PdhAddCounterA@16 PdhAddEnglishCounterW@16
  PdhCollectQueryData@4 PdhGetFormattedCounterValue@16 PdhCloseQuery@4)
add_plain_program(counting_bound    SOURCES counting_import.c LIBRARIES pdh)
add_plain_program(counting_delay    SOURCES counting_import.c LIBRARIES delay_pdh)
add_plain_program(counting_library  DLL SOURCES counting_import.c LIBRARIES pdh)
add_plain_program(counting_lookup   SOURCES counting_lookup.c DEFINITIONS COUNTING_WAY=BY_PDH)
add_plain_program(counting_late     SOURCES counting_lookup.c DEFINITIONS COUNTING_WAY=BY_LIBRARY)
add_plain_program(counting_none     SOURCES counting_none.c)
add_plain_program(counting_registry SOURCES counting_registry.c ../support/performance_data.c)
foreach(program IN ITEMS counting_bound counting_delay counting_library counting_lookup counting_late counting_registry)
  target_compile_definitions(${program} PRIVATE _WIN32_WINNT=0x0A00)
  target_include_directories(${program} PRIVATE support)
endforeach()

add_test_program(counting suites/counting.c)
add_dependencies(counting counting_bound counting_delay counting_library counting_lookup counting_late counting_none
  counting_registry cycletime_beside)
add_linux_test(counting)
set_tests_properties(wine.counting PROPERTIES ENVIRONMENT "${without_unixlib}")
set_launching(counting)
# i686's conversions of times would need a DLL of the compiler's.
target_link_options(counting_library PRIVATE -static-libgcc)

add_library(pdh_query STATIC support/pdh_query.c)
target_compile_definitions(pdh_query PUBLIC _WIN32_WINNT=0x0A00)
target_link_libraries(pdh_query PUBLIC support pdh)
add_plain_program(counted SOURCES counted.c)
foreach(name IN ITEMS functions objects names truth)
  add_test_program(pdh_${name} suites/pdh_${name}.c)
  target_include_directories(pdh_${name} PRIVATE $<TARGET_PROPERTY:cycletime,BINARY_DIR>/def ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(pdh_${name} PRIVATE pdh_query cycletime_shared)
  add_dependencies(pdh_${name} counted cycletime_beside)
  add_linux_test(pdh_${name})
  # They look for themselves and for a child by their names.
  set_tests_properties(wine.pdh_${name} wine.pdh_${name}.linux PROPERTIES RESOURCE_LOCK pdh_${name})
endforeach()

# The registry's performance data.
add_library(provider SHARED programs/provider.c)
set_target_properties(provider PROPERTIES PREFIX "")
target_link_options(provider PRIVATE -Wl,--kill-at)
add_test_program(performance_data suites/performance_data.c)
target_compile_definitions(performance_data PRIVATE _WIN32_WINNT=0x0A00)
target_link_libraries(performance_data PRIVATE cycletime_shared)
add_dependencies(performance_data provider cycletime_beside)
add_linux_test(performance_data)
# Its provider is there for all programs of the prefix.
set_tests_properties(wine.performance_data wine.performance_data.linux PROPERTIES RESOURCE_LOCK performance_data)

# Its script starts it, on a machine that is not this one.
add_executable(pdh_machine suites/pdh_machine.c)
target_link_libraries(pdh_machine PRIVATE pdh_query cycletime_shared)
add_dependencies(pdh_machine performance_data cycletime_beside)
include(${PROJECT_SOURCE_DIR}/tests/python.cmake)
add_test(NAME wine.pdh_machine COMMAND ${python} ${PROJECT_SOURCE_DIR}/tests/package/machines.py pdh_machine
  WORKING_DIRECTORY ${beside})
set_tests_properties(wine.pdh_machine PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 RESOURCE_LOCK performance_data
  ENVIRONMENT "WINEDEBUG=-all;WINEDLLPATH=${unixlib};CYCLETIME_UNIXLIB=;CYCLETIME_TEST_LINUX=1;WINE=wine"
  PASS_REGULAR_EXPRESSION "all tests passed[\r\n]*$" FIXTURES_REQUIRED wine LABELS wine)
