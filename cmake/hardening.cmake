# SPDX-License-Identifier: MIT
# Sets hardening_options and hardening_link_options to what Debian's build flags have, of what this compiler has. What the
# packager chose stays: a level of _FORTIFY_SOURCE in CMAKE_C_FLAGS is not replaced.
include(CheckCCompilerFlag)

set(hardening_options -Wformat -Wformat-security)
set(hardening_link_options -Wl,-z,relro -Wl,-z,now)
foreach(option IN ITEMS -fstack-protector-strong -fcf-protection)
  string(MAKE_C_IDENTIFIER "CYCLETIME_HAS_${option}" has)
  check_c_compiler_flag(${option} ${has})
  if(${has})
    list(APPEND hardening_options ${option})
  endif()
endforeach()
# glibc checks lengths only in code that is optimised.
if(NOT CMAKE_C_FLAGS MATCHES "_FORTIFY_SOURCE")
  list(APPEND hardening_options
    "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
endif()
