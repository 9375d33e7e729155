# SPDX-License-Identifier: MIT
# The options of the programs, of which src/tools/options.txt is the one description: sets the variables that
# cmake/options.awk lists, and makes options/COMMAND.inc and options/usage.inc of strings for the help in C.
# OPTIONS_DIRECTORY is to be included.
set(options_text ${PROJECT_SOURCE_DIR}/src/tools/options.txt)
set(options_program ${PROJECT_SOURCE_DIR}/cmake/options.awk)
set(OPTIONS_DIRECTORY ${PROJECT_BINARY_DIR}/include)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${options_text} ${options_program})
file(MAKE_DIRECTORY ${OPTIONS_DIRECTORY}/options)
execute_process(COMMAND awk -f ${options_program} ${options_text} OUTPUT_FILE ${OPTIONS_DIRECTORY}/options/options.cmake
  COMMAND_ERROR_IS_FATAL ANY)
include(${OPTIONS_DIRECTORY}/options/options.cmake)
foreach(command IN LISTS help_files)
  file(CONFIGURE OUTPUT ${OPTIONS_DIRECTORY}/options/${command}.inc CONTENT "@help_${command}@\n" @ONLY)
endforeach()
