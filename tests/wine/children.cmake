# SPDX-License-Identifier: MIT
# Children: family.exe is parent and child.
add_executable(family family.c family_child.c family_ways.c family_suspended.c family_debug.c family_given.c family_many.c
  family_error.c family_console.c)
target_link_options(family PRIVATE -municode)
target_link_libraries(family PRIVATE psapi ntdll)
target_compile_definitions(family PRIVATE UNICODE _WIN32_WINNT=0x0601)
add_unaware_program(linked)
target_link_libraries(linked PRIVATE $<TARGET_PROPERTY:cycletime,BINARY_DIR>/def/libcycletime.dll.a)
add_dependencies(linked cycletime_import)
add_test_program(children children.c children_ways.c children_begin.c children_given.c children_failure.c children_option.c
  children_companion.c launch.c process.c)
add_dependencies(children family linked outdated stillborn)
set_tests_properties(wine.children PROPERTIES TIMEOUT 600 COST 100)  # some 300 processes: begins first
