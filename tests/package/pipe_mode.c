/* SPDX-License-Identifier: MIT */
/* Calls SetNamedPipeHandleState for each kind of handle and each mode, and prints the result and the last error: a line
   "linux-pipe" for the one call that cycletime answers, "other" for all that is Wine's. Its standard input and output are
   Linux pipes; the argument is a file. */
#include <stdio.h>
#include <winsock2.h>

enum { POISON = 0xbeef };

static void report(const char *kind, HANDLE handle, DWORD *mode, DWORD *count, DWORD *timeout)
{
    const BOOL is_answered = mode && *mode == (PIPE_READMODE_BYTE | PIPE_WAIT) && !count && !timeout
                             && (strcmp(kind, "stdin") == 0 || strcmp(kind, "stdout") == 0);
    BOOL result;

    SetLastError(POISON);
    result = SetNamedPipeHandleState(handle, mode, count, timeout);
    printf("%s %s mode %lx%s%s: %d %lx\n", is_answered ? "linux-pipe" : "other", kind, mode ? *mode : 0xffff,
           count ? " count" : "", timeout ? " timeout" : "", result, GetLastError());
}

static void report_all(const char *kind, HANDLE handle)
{
    static const DWORD modes[] = { PIPE_READMODE_BYTE | PIPE_WAIT, PIPE_READMODE_MESSAGE, PIPE_NOWAIT,
                                   PIPE_READMODE_MESSAGE | PIPE_NOWAIT, 0x100 };
    DWORD mode, number = 1;
    unsigned i;

    for (i = 0; i < ARRAYSIZE(modes); i++) {
        mode = modes[i];
        report(kind, handle, &mode, NULL, NULL);
    }
    mode = PIPE_READMODE_BYTE | PIPE_WAIT;
    report(kind, handle, NULL, NULL, NULL);
    report(kind, handle, &mode, &number, NULL);
    report(kind, handle, &mode, NULL, &number);
}

int main(int count, char **words)
{
    const HANDLE in = GetStdHandle(STD_INPUT_HANDLE), out = GetStdHandle(STD_OUTPUT_HANDLE);
    HANDLE read, write, closed;
    WSADATA data;

    report_all("stdin", in);
    report_all("stdout", out);
    report_all("file", CreateFileA(count > 1 ? words[1] : "", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL));
    report_all("nul", CreateFileA("NUL", GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL));
    report_all("root of pipes", CreateFileA("\\\\.\\pipe\\", GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL));
    report_all("bytes", CreateNamedPipeA("\\\\.\\pipe\\cycletime-bytes", PIPE_ACCESS_DUPLEX, PIPE_TYPE_BYTE, 1, 64, 64, 0,
                                         NULL));
    report_all("messages", CreateNamedPipeA("\\\\.\\pipe\\cycletime-messages", PIPE_ACCESS_DUPLEX,
                                            PIPE_TYPE_MESSAGE | PIPE_READMODE_MESSAGE, 1, 64, 64, 0, NULL));
    if (!CreatePipe(&read, &write, NULL, 0)) return 1;
    report_all("read", read);
    report_all("write", write);
    if (DuplicateHandle(GetCurrentProcess(), out, GetCurrentProcess(), &closed, 0, FALSE, DUPLICATE_SAME_ACCESS))
        CloseHandle(closed);
    report_all("closed", closed);
    report_all("thread", GetCurrentThread());
    report_all("event", CreateEventA(NULL, FALSE, FALSE, NULL));
    if (WSAStartup(MAKEWORD(2, 2), &data)) return 1;
    report_all("socket", (HANDLE)socket(AF_INET, SOCK_STREAM, 0));
    report_all("nothing", NULL);
    report_all("invalid", INVALID_HANDLE_VALUE);
    report_all("STD_OUTPUT_HANDLE", LongToHandle(STD_OUTPUT_HANDLE));
    fflush(stdout);
    return 0;
}
