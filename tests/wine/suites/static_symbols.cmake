# SPDX-License-Identifier: MIT
# What a static library defines for all can clash with its user's own names, so it is to be the ledger's functions only.
# Run as: cmake -DNM=… -DLIBRARY=… -DLEDGER=… -P static_symbols.cmake
cmake_policy(VERSION 3.25)

function(read_symbols kind letters result)
  execute_process(COMMAND ${NM} ${kind} ${LIBRARY} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL " ${letters} [^\n]+" symbols "${symbols}")
  list(TRANSFORM symbols REPLACE "^ ${letters} " "")
  set(${result} ${symbols} PARENT_SCOPE)
endfunction()
read_symbols("--defined-only;--extern-only" "[A-Z]" defined)
read_symbols(--undefined-only "U" undefined)
file(READ ${LEDGER} ledger)

set(wrong "")
set(right 0)
foreach(symbol IN LISTS defined)
  string(REGEX REPLACE "^(__imp_)?_?([A-Za-z][A-Za-z0-9]*)(@[0-9]+)?$" "\\2" name "${symbol}")
  string(REGEX REPLACE "^\\.refptr\\." "" target "${symbol}")
  if(ledger MATCHES "\n${name}@")
    math(EXPR right "${right} + 1")
  elseif(NOT symbol MATCHES "^_?cycletime_" AND (symbol STREQUAL target OR NOT target IN_LIST undefined))
    # A pointer that the compiler makes for another object's symbol is that symbol's matter.
    string(APPEND wrong "  ${symbol}\n")
  endif()
endforeach()
if(wrong OR right LESS 8)
  message(FATAL_ERROR "${LIBRARY} defines for all, besides ${right} symbols of the ledger:\n${wrong}")
endif()
message(STATUS "${right} symbols, all of the ledger")
