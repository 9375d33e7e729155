# SPDX-License-Identifier: MIT
# Sets python, which runs a test: the machine's own, and not one that somebody has put before it. It writes nothing beside
# the sources.
set(python python3)
if(EXISTS /usr/bin/python3)
  set(python /usr/bin/python3)
endif()
list(APPEND python -B -X utf8)
