# SPDX-License-Identifier: MIT
# Children: family.exe is parent and child.
add_executable(family programs/family.c programs/family_child.c programs/family_calls.c programs/family_suspended.c
  programs/family_debug.c programs/family_given.c programs/family_many.c programs/family_console.c)
target_link_options(family PRIVATE -municode)
target_link_libraries(family PRIVATE support psapi)
target_compile_definitions(family PRIVATE UNICODE _WIN32_WINNT=0x0601)
add_test_program(children suites/children.c suites/children_calls.c suites/children_begin.c suites/children_given.c
  suites/children_option.c)
add_dependencies(children family linked outdated stillborn)
set_tests_properties(wine.children PROPERTIES TIMEOUT 1200 COST 100)
