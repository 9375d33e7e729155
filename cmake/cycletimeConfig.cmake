# SPDX-License-Identifier: MIT
# cycletime::cycletime    the DLL
# cycletime::static       the static library
# For the machine and the ABI, MinGW's or MSVC's, that the compiler makes programs for, as far as they are installed.
if(NOT WIN32)
  set(cycletime_FOUND FALSE)
  set(cycletime_NOT_FOUND_MESSAGE "cycletime is for Windows programs, but this project is built for ${CMAKE_SYSTEM_NAME}.")
  return()
endif()
if(NOT CMAKE_SIZEOF_VOID_P)
  set(cycletime_FOUND FALSE)
  set(cycletime_NOT_FOUND_MESSAGE "cycletime takes its bitness from the compiler: enable C or C++ before find_package.")
  return()
endif()

# MSVC and compilers like it report the machine; where others do not, an ARM is known by the toolchain's word.
string(TOLOWER "${CMAKE_C_COMPILER_ARCHITECTURE_ID}${CMAKE_CXX_COMPILER_ARCHITECTURE_ID}" cycletime_machine)
if(cycletime_machine STREQUAL "")
  string(TOLOWER "${CMAKE_C_COMPILER_TARGET}${CMAKE_CXX_COMPILER_TARGET}${CMAKE_SYSTEM_PROCESSOR}" cycletime_machine)
endif()
if(cycletime_machine MATCHES "^(arm|aarch64)")
  set(cycletime_machine aarch64)
elseif(CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(cycletime_machine x86_64)
else()
  set(cycletime_machine i686)
endif()
if(MINGW)
  set(cycletime_abi mingw)
else()
  set(cycletime_abi msvc)
endif()

set(cycletime_targets ${CMAKE_CURRENT_LIST_DIR}/cycletimeTargets-${cycletime_machine}-${cycletime_abi}.cmake)
if(EXISTS ${cycletime_targets})
  include(${cycletime_targets})
else()
  set(cycletime_FOUND FALSE)
  set(cycletime_NOT_FOUND_MESSAGE
    "No libraries of cycletime are installed for ${cycletime_machine} and the ABI of ${cycletime_abi}.")
endif()
unset(cycletime_machine)
unset(cycletime_abi)
unset(cycletime_targets)
