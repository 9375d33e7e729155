# SPDX-License-Identifier: MIT
# What MSVC's linker takes, and the targets for compilers of its ABI. By LLVM's tools; all of it is optional.
set(llvm_versions 21 20 19 18 17 16 15 14)

# find_llvm(VARIABLE TOOL): where its package is not installed, one of its versions may be.
function(find_llvm variable tool)
  set(names ${llvm_versions})
  list(TRANSFORM names PREPEND ${tool}-)
  get_filename_component(beside ${CMAKE_C_COMPILER} DIRECTORY)
  find_program(${variable} NAMES ${tool} ${names} HINTS ${beside})
endfunction()

# GNU dlltool's 32-bit objects are refused, as they do not declare safe exception handlers.
find_llvm(LLVM_DLLTOOL llvm-dlltool)
if(LLVM_DLLTOOL)
  set(msvc_library ${export_list_directory}/cycletime.lib)
  add_custom_command(OUTPUT ${msvc_library}
    COMMAND ${LLVM_DLLTOOL} -k -m ${dlltool_machine} -d ${export_list_directory}/cycletime.def -l ${msvc_library}
    DEPENDS ${export_list_directory}/cycletime.def VERBATIM)
  add_custom_target(cycletime_msvc ALL DEPENDS ${msvc_library})
  install(FILES ${msvc_library} DESTINATION ${library_directory})
  install_msvc_targets()
else()
  message(STATUS "cycletime: no cycletime.lib, the import library for MSVC's linker: it is made by llvm-dlltool, which is "
    "not here (package llvm, or -DLLVM_DLLTOOL=PATH)")
endif()

# The static library, by clang's target of that ABI, whatever compiler makes the rest: without libgcc, and with the mark of
# safe exception handlers that the linker asks of 32-bit objects.
find_llvm(CYCLETIME_CLANG clang)
find_llvm(LLVM_OBJCOPY llvm-objcopy)
find_llvm(LLVM_NM llvm-nm)
find_llvm(LLVM_LIB llvm-lib)
find_path(CYCLETIME_WINDOWS_HEADERS windows.h PATHS ${CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES} NO_DEFAULT_PATH
  DOC "mingw-w64's headers, for the library that MSVC's linker takes")
foreach(needed IN ITEMS CYCLETIME_CLANG LLVM_OBJCOPY LLVM_NM LLVM_LIB CYCLETIME_WINDOWS_HEADERS)
  if(NOT ${needed})
    message(STATUS "cycletime: no cycletime_static.lib, the static library for MSVC's linker: it is made by clang and "
      "other tools of LLVM (packages clang and llvm) of mingw-w64's headers, and ${needed} is not here (-D${needed}=PATH)")
    return()
  endif()
endforeach()

# These headers take another compiler than MSVC for granted, so it does not say that it is one.
set(flags --target=${machine}-pc-windows-msvc -std=gnu11 -O2 -fno-ms-compatibility -fms-compatibility-version=0
  -fgnuc-version=4.2.1 -D__MINGW32__ -D_KERNEL32_ -D_WIN32_WINNT=0x0A00 -DUNICODE -DWIN32_LEAN_AND_MEAN
 -ffreestanding -fno-stack-protector -Wall -Wextra
  -nostdlibinc -isystem ${CYCLETIME_WINDOWS_HEADERS} -I${CMAKE_CURRENT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/include
  # Neither the time nor what GNU's tools do not know.
  -mno-incremental-linker-compatible -fno-addrsig)
if(machine STREQUAL i686)
  list(APPEND flags -D_X86_)
endif()
if(CMAKE_COMPILE_WARNING_AS_ERROR)
  list(APPEND flags -Werror)
endif()

set(static_directory ${CMAKE_CURRENT_BINARY_DIR}/msvc)
set(msvc_static_library ${static_directory}/cycletime_static.lib)
set(objects "")
set(copies "")
foreach(source IN LISTS library_sources)
  cmake_path(RELATIVE_PATH source OUTPUT_VARIABLE name)
  string(REPLACE / _ name ${name})
  set(object ${static_directory}/objects/${name}.obj)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${CYCLETIME_CLANG} ${flags} -MD -MF ${object}.d -o ${object}
      -c ${source}
    DEPENDS ${source} DEPFILE ${object}.d VERBATIM)
  list(APPEND objects ${object})
  list(APPEND copies ${static_directory}/${name}.obj)
endforeach()
file(MAKE_DIRECTORY ${static_directory}/objects)
# Run beside the objects: their paths would stand in the library.
set(members ${copies})
list(TRANSFORM members REPLACE ".*/" "")
add_custom_command(OUTPUT ${msvc_static_library}
  COMMAND ${CMAKE_COMMAND} -DNM=${LLVM_NM} -DOBJCOPY=${LLVM_OBJCOPY} -DSYMBOLS=${export_list_directory}/symbols.txt
    "-DOBJECTS=${objects}" "-DCOPIES=${copies}" -P ${PROJECT_SOURCE_DIR}/cmake/hide_names.cmake
  COMMAND ${LLVM_LIB} -out:cycletime_static.lib ${members}
  WORKING_DIRECTORY ${static_directory}
  DEPENDS ${objects} ${export_list_directory}/symbols.txt ${PROJECT_SOURCE_DIR}/cmake/hide_names.cmake VERBATIM)
add_custom_target(cycletime_msvc_static ALL DEPENDS ${msvc_static_library})
install(FILES ${msvc_static_library} DESTINATION ${msvc_directory})
install_msvc_targets()
