# SPDX-License-Identifier: MIT
# Performance counters: programs that reach pdh.dll in every way, and the suites.
add_system_library(way_delay_pdh delaylib pdh.dll PdhOpenQueryW@12 PdhAddCounterA@16 PdhAddEnglishCounterW@16
  PdhCollectQueryData@4 PdhGetFormattedCounterValue@16 PdhCloseQuery@4)
add_way(counting_bound SOURCES programs/counting_bound.c)
target_link_libraries(counting_bound PRIVATE pdh)
add_way(counting_delay SOURCES programs/counting_bound.c LIBRARIES way_delay_pdh)
add_way(counting_library DLL SOURCES programs/counting_bound.c)
target_compile_definitions(counting_library PRIVATE COUNTING_LIBRARY)
target_link_libraries(counting_library PRIVATE pdh)
add_way(counting_lookup SOURCES programs/counting_lookup.c)
add_way(counting_late SOURCES programs/counting_late.c)
foreach(program IN ITEMS counting_bound counting_delay counting_library counting_lookup counting_late)
  target_compile_definitions(${program} PRIVATE _WIN32_WINNT=0x0A00)
  target_include_directories(${program} PRIVATE support)
endforeach()

add_test_program(counting suites/counting.c)
add_dependencies(counting counting_bound counting_delay counting_library counting_lookup counting_late cycletime_beside)
add_linux_test(counting)
set_tests_properties(wine.counting PROPERTIES ENVIRONMENT "${without_linux_side}")
set_launching(counting)
# i686's conversions of times would need a DLL of the compiler's.
target_link_options(counting_library PRIVATE -static-libgcc)

add_test_program(pdh_functions suites/pdh_functions.c)
target_compile_definitions(pdh_functions PRIVATE _WIN32_WINNT=0x0A00)
target_include_directories(pdh_functions PRIVATE $<TARGET_PROPERTY:cycletime,BINARY_DIR>/def)
target_include_directories(pdh_functions PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(pdh_functions PRIVATE support cycletime_shared pdh)
add_way(counted SOURCES programs/counted.c)
add_dependencies(pdh_functions counted cycletime_beside)
add_linux_test(pdh_functions)
# It looks for itself and for its child by their names.
set_tests_properties(wine.pdh_functions wine.pdh_functions.linux PROPERTIES RESOURCE_LOCK pdh_functions)
