# SPDX-License-Identifier: MIT
# The source files of each room, by their whole paths, for the build and for the tests that build them again. A room lists
# its own in its sources.cmake.
function(room name)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
  set(${name}_sources ${ARGN} PARENT_SCOPE)
endfunction()

foreach(folder IN ITEMS api query source nt graft counters preload tools tools/command tools/top tools/bench tools/counters
    unixlib/calls unixlib/threads unixlib/clocks unixlib/processors unixlib/lives)
  include(${CMAKE_CURRENT_LIST_DIR}/${folder}/sources.cmake)
endforeach()
