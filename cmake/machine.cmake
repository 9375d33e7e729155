# SPDX-License-Identifier: MIT
# The machine that the compiler makes programs for, as mingw-w64, Wine and llvm-dlltool name it. CMAKE_SYSTEM_PROCESSOR is
# the toolchain file's word, or on Windows the system's, also for a 32-bit compiler.
include(CheckCSourceCompiles)

if(NOT MINGW)
  message(FATAL_ERROR "cycletime is built by MinGW compilers, GCC or clang; what they make can be linked by others too")
endif()
check_c_source_compiles("#if !defined __x86_64__ && !defined __i386__\n#error\n#endif\nint main(void) { return 0; }"
  CYCLETIME_KNOWS_MACHINE)
if(NOT CYCLETIME_KNOWS_MACHINE)
  message(FATAL_ERROR "cycletime is for x86_64 and i686, for which this compiler makes no programs")
endif()
if(CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(machine x86_64)
  set(wine_machine x86_64)
  set(other_machine i686)
  set(other_program_directory i386-windows)
  set(dlltool_machine i386:x86-64)
else()
  set(machine i686)
  set(wine_machine i386)
  set(other_machine x86_64)
  set(other_program_directory x86_64-windows)
  set(dlltool_machine i386)
endif()
