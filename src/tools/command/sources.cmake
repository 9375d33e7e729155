# SPDX-License-Identifier: MIT
room(command arguments.c child.c complaint.c descriptors.c environment.c first.c folder_link.c help.c image.c main.c
  printable.c program.c ran.c reaper.c run.c search.c services.c table.c terminal.c tool.c tree.c windows_path.c wine.c
  witness.c)
