/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_DESCRIPTORS_H
#define CYCLETIME_COMMAND_DESCRIPTORS_H

/* Closes all but stderr, so that whoever has the other end of a pipe sees when the command has closed it; stdin leads
   nowhere, and stdout to OUTPUT; -1: nowhere. */
void descriptors_close(int output);

#endif
