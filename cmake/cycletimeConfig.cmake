# SPDX-License-Identifier: MIT
# cycletime::cycletime    the DLL; MinGW compilers and MSVC's linker
# cycletime::static       the static library; MinGW compilers only, its objects need libgcc
# Both for the bitness that the compiler makes.
if(NOT WIN32)
  set(cycletime_FOUND FALSE)
  set(cycletime_NOT_FOUND_MESSAGE "cycletime is for Windows programs, but this project is built for ${CMAKE_SYSTEM_NAME}.")
  return()
endif()
if(CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(cycletime_machine x86_64)
  set(cycletime_wine_machine x86_64)
elseif(CMAKE_SIZEOF_VOID_P EQUAL 4)
  set(cycletime_machine i686)
  set(cycletime_wine_machine i386)
else()
  set(cycletime_FOUND FALSE)
  set(cycletime_NOT_FOUND_MESSAGE "cycletime takes its bitness from the compiler: enable C or C++ before find_package.")
  return()
endif()

get_filename_component(cycletime_prefix ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
set(cycletime_libraries ${cycletime_prefix}/lib/${cycletime_machine}-w64-mingw32)
if(MINGW)
  set(cycletime_import_library ${cycletime_libraries}/libcycletime.dll.a)
else()
  set(cycletime_import_library ${cycletime_libraries}/cycletime.lib)
endif()

if(NOT TARGET cycletime::cycletime)
  add_library(cycletime::cycletime SHARED IMPORTED)
  set_target_properties(cycletime::cycletime PROPERTIES
    IMPORTED_LOCATION ${cycletime_prefix}/lib/wine/${cycletime_wine_machine}-windows/cycletime.dll
    IMPORTED_IMPLIB ${cycletime_import_library}
    INTERFACE_INCLUDE_DIRECTORIES ${cycletime_prefix}/include)
endif()
if(MINGW AND NOT TARGET cycletime::static)
  add_library(cycletime::static STATIC IMPORTED)
  set_target_properties(cycletime::static PROPERTIES
    IMPORTED_LOCATION ${cycletime_libraries}/libcycletime_static.a
    INTERFACE_INCLUDE_DIRECTORIES ${cycletime_prefix}/include)
endif()

unset(cycletime_machine)
unset(cycletime_wine_machine)
unset(cycletime_prefix)
unset(cycletime_libraries)
unset(cycletime_import_library)
