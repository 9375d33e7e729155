# SPDX-License-Identifier: MIT
# Where what is built is installed, and what every build installs: the headers, the documentation, the CMake package. Both
# word sizes and the Linux side go into one tree, which may be moved: each names the others by where they are beside it.
include(CMakePackageConfigHelpers)

set(program_directory ${CMAKE_INSTALL_LIBDIR}/wine/${wine_machine}-windows)
set(library_directory ${CMAKE_INSTALL_LIBDIR}/${machine}-w64-mingw32)
set(msvc_directory ${CMAKE_INSTALL_LIBDIR}/${machine}-pc-windows-msvc)
set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/cycletime)

# relative_place(RESULT FROM TO): of two folders, either may be named in full or below the prefix.
function(relative_place result from to)
  cmake_path(ABSOLUTE_PATH from BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} NORMALIZE)
  cmake_path(ABSOLUTE_PATH to BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} NORMALIZE)
  file(RELATIVE_PATH path ${from} ${to})
  set(${result} ${path} PARENT_SCOPE)
endfunction()

function(add_pkg_config name library)
  relative_place(relative_library_directory ${library_directory}/pkgconfig ${library_directory})
  relative_place(relative_include_directory ${library_directory}/pkgconfig ${CMAKE_INSTALL_INCLUDEDIR})
  relative_place(relative_program_directory ${library_directory}/pkgconfig ${program_directory})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/pkg-config.pc.in ${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${library_directory}/pkgconfig)
endfunction()

# For compilers of MSVC's ABI, which do not take the targets of ours as they are.
function(install_msvc_targets)
  relative_place(relative_import_library ${package_directory} ${library_directory}/cycletime.lib)
  relative_place(relative_static_library ${package_directory} ${msvc_directory}/cycletime_static.lib)
  relative_place(relative_dll ${package_directory} ${program_directory}/cycletime.dll)
  relative_place(relative_include_directory ${package_directory} ${CMAKE_INSTALL_INCLUDEDIR})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/targets-msvc.cmake.in cycletimeTargets-${machine}-msvc.cmake @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cycletimeTargets-${machine}-msvc.cmake DESTINATION ${package_directory})
endfunction()

install(FILES include/cycletime.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES include/cycletime/pep_idle.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/cycletime)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs FILES_MATCHING PATTERN *.svg PATTERN internals EXCLUDE)
install(DIRECTORY ${PROJECT_BINARY_DIR}/pages/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_BINARY_DIR}/man/man3 DESTINATION ${CMAKE_INSTALL_MANDIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cycletimeConfigVersion.cmake
  COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES cmake/cycletimeConfig.cmake ${PROJECT_BINARY_DIR}/cycletimeConfigVersion.cmake
  DESTINATION ${package_directory})

# The header's contracts as a page and as manual pages.
function(make_reference)
  set(header ${PROJECT_SOURCE_DIR}/include/cycletime.h)
  set(program ${PROJECT_SOURCE_DIR}/cmake/reference.awk)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header} ${program})
  file(REMOVE_RECURSE ${PROJECT_BINARY_DIR}/pages)  # may have pages that are gone from the repository
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/pages/docs ${PROJECT_BINARY_DIR}/man/man3)
  execute_process(COMMAND awk -v form=markdown -f ${program} ${header}
    OUTPUT_FILE ${PROJECT_BINARY_DIR}/pages/docs/reference.md COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND awk -v form=man -v out=${PROJECT_BINARY_DIR}/man/man3 -v version=${PROJECT_VERSION} -f ${program}
    ${header} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# The pages as they are installed: links to the header lead to the reference, and links to what is not installed are words.
function(make_pages)
  file(GLOB pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} README.md CHANGELOG.md docs/*.md)
  foreach(page IN LISTS pages)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${page})
    file(READ ${page} text)
    string(REPLACE "](../include/cycletime.h)" "](reference.md)" text "${text}")
    string(REPLACE "](include/cycletime.h)" "](docs/reference.md)" text "${text}")
    string(REPLACE "](../../releases/" "](${PROJECT_HOMEPAGE_URL}/releases/" text "${text}")
    string(REGEX REPLACE "\\[([^]]*)\\]\\((\\.\\./)?CONTRIBUTING\\.md(#[^)]*)?\\)" "`\\1`" text "${text}")
    string(REGEX REPLACE "\\[([^]]*)\\]\\((docs/)?internals/[^)]*\\)" "\\1" text "${text}")
    file(WRITE ${PROJECT_BINARY_DIR}/pages/${page} "${text}")
  endforeach()
endfunction()

make_reference()
make_pages()
