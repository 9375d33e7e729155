/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_DESCRIPTORS_H
#define CYCLETIME_COMMAND_DESCRIPTORS_H

/* Closes all descriptors but stderr, so that a process at the other end of a pipe sees when the command has closed it.
   stdin becomes /dev/null, and so does stdout if OUTPUT is -1; else stdout is OUTPUT. */
void descriptors_close(int output);

#endif
