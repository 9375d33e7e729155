# SPDX-License-Identifier: MIT
# Debian, Ubuntu, Fedora and WineHQ's packages each keep them elsewhere.
find_path(WINE_HEADERS winnt.h
  PATHS /usr/include/wine /usr/include/wine-development /usr/include/wine-stable
        /opt/wine-stable/include/wine /opt/wine-staging/include/wine /opt/wine-devel/include/wine
  PATH_SUFFIXES wine/windows windows
  NO_DEFAULT_PATH REQUIRED)
