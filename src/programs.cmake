# SPDX-License-Identifier: MIT
# What is built besides the libraries, and uses them.
include(${PROJECT_SOURCE_DIR}/cmake/options.cmake)

# The C library of mingw-w64 has debug information, which would be two thirds of a program's file.
add_link_options($<$<CONFIG:Release>:-s>)

# The module under whose name Wine up to 11.1 finds the Linux side: a DLL with nothing in it but Wine's mark.
add_library(cycletime_unixlib MODULE)
add_version_resource(cycletime_unixlib cycletime_unixlib.dll VFT_DLL)
target_link_options(cycletime_unixlib PRIVATE -nostdlib -Wl,--entry=0)
set_target_properties(cycletime_unixlib PROPERTIES PREFIX "" LINKER_LANGUAGE C)
add_custom_command(TARGET cycletime_unixlib POST_BUILD
  COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/mark_builtin.sh $<TARGET_FILE:cycletime_unixlib> VERBATIM)

# The DLL that a Wine before 8.13 lacks.
add_library(bcryptprimitives MODULE inject/missing/bcryptprimitives.c)
add_version_resource(bcryptprimitives bcryptprimitives.dll VFT_DLL)
target_compile_options(bcryptprimitives PRIVATE -fno-stack-protector -ffreestanding)
target_link_options(bcryptprimitives PRIVATE -nostdlib -Wl,--kill-at -Wl,--entry=0)
target_link_libraries(bcryptprimitives PRIVATE advapi32)
set_target_properties(bcryptprimitives PROPERTIES PREFIX "")

# What the programs, tests among them, share: each takes what it uses.
add_library(cycletime_shared STATIC ${tools_sources} ${top_shared_sources} ${layout_sources}
  $<TARGET_OBJECTS:cycletime_nt> $<TARGET_OBJECTS:cycletime_source>)
target_compile_definitions(cycletime_shared PRIVATE __USE_MINGW_ANSI_STDIO=1 _WIN32_WINNT=0x0A00 UNICODE)
target_include_directories(cycletime_shared PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)

# The viewer, which asks the cycletime.dll beside it.
add_executable(cycletime-top ${top_sources} ${top_system_sources})
add_version_resource(cycletime-top cycletime-top.exe VFT_APP)
target_compile_definitions(cycletime-top PRIVATE __USE_MINGW_ANSI_STDIO=1 _WIN32_WINNT=0x0A00 UNICODE)
target_include_directories(cycletime-top PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include
  ${OPTIONS_DIRECTORY})
target_link_libraries(cycletime-top PRIVATE cycletime_shared $<TARGET_LINKER_FILE:cycletime>)
target_link_options(cycletime-top PRIVATE -static-libgcc -municode)
add_dependencies(cycletime-top cycletime_import)

# Performance counters, by the pdh.dll that the cycletime.dll beside it answers in.
add_executable(cycletime-counters ${counters_tool_sources})
add_version_resource(cycletime-counters cycletime-counters.exe VFT_APP)
target_compile_definitions(cycletime-counters PRIVATE __USE_MINGW_ANSI_STDIO=1 _WIN32_WINNT=0x0A00 UNICODE)
target_include_directories(cycletime-counters PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include
  ${OPTIONS_DIRECTORY})
target_link_libraries(cycletime-counters PRIVATE cycletime_shared $<TARGET_LINKER_FILE:cycletime> pdh)
target_link_options(cycletime-counters PRIVATE -static-libgcc -municode)
add_dependencies(cycletime-counters cycletime_import)

# What calls cost, and who answers what. It has its own way to the Linux side, to measure what things cost there.
add_executable(cycletime-bench ${bench_sources})
target_link_libraries(cycletime-bench PRIVATE cycletime_shared cycletime_static)
target_include_directories(cycletime-bench PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
target_compile_definitions(cycletime-bench PRIVATE __USE_MINGW_ANSI_STDIO=1 _WIN32_WINNT=0x0A00)
target_link_options(cycletime-bench PRIVATE -static-libgcc -municode)

# The API sets that a system lacks. No code: every export is a forwarder to cycletime.dll.
foreach(api_set IN ITEMS
    api-ms-win-core-realtime-l1-1-0 api-ms-win-core-realtime-l1-1-1 api-ms-win-core-realtime-l1-1-2
    api-ms-win-downlevel-kernel32-l1-1-0)
  add_library(${api_set} MODULE ${PROJECT_SOURCE_DIR}/def/${api_set}.def)
  add_version_resource(${api_set} ${api_set}.dll VFT_DLL)
  target_link_options(${api_set} PRIVATE -nostdlib -Wl,--entry=0)
  set_target_properties(${api_set} PROPERTIES PREFIX "" LINKER_LANGUAGE C)
  if(CYCLETIME_INSTALL)
    install(TARGETS ${api_set} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/downlevel/${machine})
  endif()
endforeach()

if(CYCLETIME_INSTALL)
  install(TARGETS cycletime-top cycletime-bench cycletime-counters RUNTIME DESTINATION ${program_directory})
  install(TARGETS cycletime_unixlib LIBRARY DESTINATION ${program_directory})
  install(TARGETS bcryptprimitives LIBRARY DESTINATION ${program_directory}/missing)
endif()
