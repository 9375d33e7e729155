# SPDX-License-Identifier: MIT
# CMake's toolchain file for @machine@ Windows programs: MinGW builds them, cycletime runs them. What the user sets
# with -D or in the environment wins.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR @machine@)

macro(cycletime_set_default variable)
  if(NOT DEFINED ${variable})
    set(${variable} ${ARGN})
  endif()
endmacro()

# ENVIRONMENT is the environment variable from which CMake takes the compiler.
macro(cycletime_set_compiler language environment name)
  if(NOT CMAKE_${language}_COMPILER AND "$ENV{${environment}}" STREQUAL "")
    set(CMAKE_${language}_COMPILER @machine@-w64-mingw32-${name})
    # Debian has two of each. Before GCC 13, only this one has std::mutex.
    find_program(cycletime_compiler @machine@-w64-mingw32-${name}-posix NO_CACHE)
    if(cycletime_compiler)
      set(CMAKE_${language}_COMPILER ${cycletime_compiler})
    endif()
    unset(cycletime_compiler)
  endif()
endmacro()

cycletime_set_compiler(C CC gcc)
cycletime_set_compiler(CXX CXX g++)
cycletime_set_compiler(RC RC windres)

# Where Debian and Arch have MinGW's libraries, where Fedora has them, and where the user has others.
cmake_path(CONVERT "$ENV{CMAKE_PREFIX_PATH}" TO_CMAKE_PATH_LIST cycletime_prefixes)
cycletime_set_default(CMAKE_FIND_ROOT_PATH /usr/@machine@-w64-mingw32 /usr/@machine@-w64-mingw32/sys-root/mingw
  ${CMAKE_PREFIX_PATH} ${cycletime_prefixes})
cycletime_set_default(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
cycletime_set_default(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
cycletime_set_default(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
cycletime_set_default(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# The Wine prefix is made now, and not during the build: tests that are discovered there have five seconds. CMake reads
# this file several times.
get_property(cycletime_is_trial GLOBAL PROPERTY IN_TRY_COMPILE)
get_property(cycletime_has_started GLOBAL PROPERTY CYCLETIME_HAS_STARTED)
if(NOT DEFINED CMAKE_CROSSCOMPILING_EMULATOR AND "$ENV{CMAKE_CROSSCOMPILING_EMULATOR}" STREQUAL "")
  cmake_path(SET CMAKE_CROSSCOMPILING_EMULATOR NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/@relative_command@")
  if(NOT cycletime_is_trial AND NOT cycletime_has_started)
    set_property(GLOBAL PROPERTY CYCLETIME_HAS_STARTED TRUE)
    execute_process(COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} cmd /c exit
      RESULT_VARIABLE cycletime_status OUTPUT_VARIABLE cycletime_output ERROR_VARIABLE cycletime_output)
    if(NOT cycletime_status EQUAL 0)
      message(WARNING "cycletime cannot run programs: ${cycletime_output}")
    endif()
  endif()
endif()
