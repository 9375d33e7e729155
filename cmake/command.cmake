# SPDX-License-Identifier: MIT
# The host command, which is written for a tree with bin and lib, for the folders of this one, and its version.
relative_place(relative_library_directory ${CMAKE_INSTALL_BINDIR}/.. ${CMAKE_INSTALL_LIBDIR})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/command/cycletime)
file(READ ${PROJECT_SOURCE_DIR}/src/command/cycletime command_text)
string(REPLACE "$tree/lib/" "$tree/${relative_library_directory}/" command_text "${command_text}")
string(REPLACE "@PROJECT_VERSION@" "${PROJECT_VERSION}" command_text "${command_text}")
file(WRITE ${PROJECT_BINARY_DIR}/cycletime "${command_text}")
install(PROGRAMS ${PROJECT_BINARY_DIR}/cycletime TYPE BIN)
