/* SPDX-License-Identifier: MIT */
/* crowd COUNT: a program that has so many children at once. Each ends with a code of its own when all are there. */
#include "unaware.h"

enum { MOST = 1000, LONG_PATIENCE = 300000 };

static HANDLE children[MOST], here[MOST];

/* The child gets its exit code, and the events "all are there" and "I am here". */
static int child(char **argv)
{
    SetEvent(handle_from(argv[3]));
    return WaitForSingleObject(handle_from(argv[2]), LONG_PATIENCE) ? -1 : atoi(argv[1]);
}

static struct {
    int created, at_once, own_code, reported, used;
} count;

static void start_all(int wanted)
{
    HANDLE go = inherited_event();
    int i;

    for (i = 0; i < wanted; i++) {
        here[i] = inherited_event();
        children[i] = start_self(0, "%d %p %p", i + 1, go, here[i]).hProcess;
    }
    for (i = 0; i < wanted; i++) count.created += !WaitForSingleObject(here[i], LONG_PATIENCE);
    for (i = 0; i < wanted; i++) count.at_once += WaitForSingleObject(children[i], 0) == WAIT_TIMEOUT;
    SetEvent(go);
}

static void ask(HANDLE ended, DWORD own)
{
    struct times times;
    DWORD code;

    count.own_code += !WaitForSingleObject(ended, LONG_PATIENCE) && GetExitCodeProcess(ended, &code) && code == own;
    if (!get_times(GetProcessTimes, ended, &times)) return;
    count.reported += times.creation && times.creation <= times.exit;
    count.used += times.kernel + times.user > 0;
}

int main(int argc, char **argv)
{
    const int wanted = argc == 2 ? atoi(argv[1]) : 0;
    int i;

    if (argc == 4) return child(argv);
    if (wanted < 1 || wanted > MOST) return 2;
    start_all(wanted);
    for (i = 0; i < wanted; i++) ask(children[i], (DWORD)i + 1);
    printf("%d children, %d of them at once, %d ended with their own codes, %d reported of\n", count.created, count.at_once,
           count.own_code, count.reported);
    printf("%d used time\n", count.used);
    return 0;
}
