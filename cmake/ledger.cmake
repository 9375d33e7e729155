# SPDX-License-Identifier: MIT
# def/cycletime.def in the forms that tools take: for the linker, without comments and the @N that 64-bit symbols lack;
# for C, the functions that the graft puts in place.
set(ledger_source ${PROJECT_SOURCE_DIR}/def/cycletime.def)
set(ledger_directory ${CMAKE_CURRENT_BINARY_DIR}/def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ledger_source})

file(READ ${ledger_source} ledger_text)
string(REGEX REPLACE " *;[^\n]*" "" ledger_text "${ledger_text}")
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL i686)
  string(REGEX REPLACE "@[0-9]+" "" ledger_text "${ledger_text}")
endif()
file(CONFIGURE OUTPUT ${ledger_directory}/cycletime.def CONTENT "${ledger_text}" @ONLY)

file(STRINGS ${ledger_source} ledger_lines REGEX "^[A-Za-z0-9]+@[0-9]+ *; *kernel")
set(ledger_entries "")
foreach(line IN LISTS ledger_lines)
  string(REGEX REPLACE "^([A-Za-z0-9]+)@[0-9]+ *.*" "\\1" name "${line}")
  string(REGEX MATCHALL "kernel[a-z0-9]+" modules "${line}")
  list(JOIN modules " " modules)
  string(APPEND ledger_entries "ENTRY(${name}, ${modules})\n")
endforeach()
file(CONFIGURE OUTPUT ${ledger_directory}/ledger.inc CONTENT "${ledger_entries}" @ONLY)
