/* SPDX-License-Identifier: MIT */
/* send(2) past the C library, for signal handlers under Wine: the thread's registers may be Windows' there, so nothing of
   the library's thread may be touched, errno included. One file per machine. */
#ifndef CYCLETIME_HOST_RAW_SEND_H
#define CYCLETIME_HOST_RAW_SEND_H

/* One byte, if that does not wait; a closed line is no signal. */
void raw_send(int line, const char *byte);

#endif
