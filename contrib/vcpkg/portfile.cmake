# SPDX-License-Identifier: MIT
# An overlay port, which lies in the sources that it builds: vcpkg install cycletime --overlay-ports=contrib
# It is compiled by MinGW compilers only; what they make for MSVC's linker is in the packages for Windows.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../.." ABSOLUTE)

# The DLL and the static library have targets of their own, whatever the triplet prefers; a static triplet has no DLL.
set(VCPKG_POLICY_DLLS_IN_STATIC_LIBRARY enabled)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS -DBUILD_TESTING=OFF -DCYCLETIME_PROGRAMS=OFF -DCYCLETIME_ONE_MACHINE=ON
        -DLLVM_DLLTOOL=OFF -DCYCLETIME_CLANG=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/cycletime)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
    "${CURRENT_PACKAGES_DIR}/share/doc")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
