# SPDX-License-Identifier: MIT
# clang and lld for MSVC's ABI, for -DMSVC_MACHINE=x86_64 or i686; with -DMSVC_COMPILER=PATH a clang-cl, which takes MSVC's
# options and would have the program checked by the C runtime.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR ${MSVC_MACHINE})
if(MSVC_COMPILER)
  set(CMAKE_C_COMPILER ${MSVC_COMPILER})
  set(CMAKE_C_FLAGS_INIT /GS-)
  set(CMAKE_EXE_LINKER_FLAGS_INIT "/manifest:no /nodefaultlib")
  set(CMAKE_LINKER lld-link)
  set(CMAKE_MT llvm-mt)
  set(CMAKE_RC_COMPILER llvm-rc)
else()
  set(CMAKE_C_COMPILER clang)
endif()
set(CMAKE_C_COMPILER_TARGET ${MSVC_MACHINE}-pc-windows-msvc)
# No C runtime, no Microsoft libraries.
set(CMAKE_MSVC_RUNTIME_LIBRARY "")
set(CMAKE_C_STANDARD_LIBRARIES "")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MSVC_MACHINE MSVC_COMPILER)
