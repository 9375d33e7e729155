# SPDX-License-Identifier: MIT
# The one list of the programs in cycletime-conformance-VERSION.zip, which anyone with Windows can run; it is packed by
# scripts/lib/conformance.sh. They are the linked programs, and what belongs to them. Programs that hook functions are left
# out: hooking is for Wine, whose modules it was made for.
set(conformance_programs api_sets export_list clocks-static clocks-import first_question-static first_question-import
  functions-static functions-import processors-static processors-import)
set(conformance_folder_of_x86_64 x64)
set(conformance_folder_of_i686 x86)
set(folder ${conformance_folder_of_${machine}})

# No symbols, and no DLL of the compiler's.
foreach(program IN LISTS conformance_programs ITEMS sentinel)
  target_link_options(${program} PRIVATE -s -static-libgcc)
endforeach()

add_custom_target(conformance)
add_dependencies(conformance ${conformance_programs} sentinel cycletime cycletime-bench ${api_sets})
foreach(program IN LISTS conformance_programs ITEMS sentinel cycletime cycletime-bench)
  install(PROGRAMS $<TARGET_FILE:${program}> DESTINATION ${folder} COMPONENT conformance EXCLUDE_FROM_ALL)
endforeach()
foreach(api_set IN LISTS api_sets)
  install(PROGRAMS $<TARGET_FILE:${api_set}> DESTINATION ${folder}/downlevel COMPONENT conformance EXCLUDE_FROM_ALL)
endforeach()

list(JOIN conformance_programs " " programs)
foreach(text IN ITEMS run-tests.cmd README.txt)
  configure_file(${PROJECT_SOURCE_DIR}/packaging/conformance/${text}.in ${CMAKE_CURRENT_BINARY_DIR}/conformance/${text}
    @ONLY NEWLINE_STYLE CRLF)
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/LICENSE ${CMAKE_CURRENT_BINARY_DIR}/conformance/LICENSE.txt @ONLY NEWLINE_STYLE CRLF)
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/conformance/ DESTINATION . COMPONENT conformance EXCLUDE_FROM_ALL)
install(FILES ${CYCLETIME_CMOCKA}/COPYING DESTINATION . RENAME LICENSE-cmocka.txt COMPONENT conformance EXCLUDE_FROM_ALL)
