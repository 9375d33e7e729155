/* SPDX-License-Identifier: MIT */
#include "worker.h"

static DWORD WINAPI work(void *argument)
{
    struct worker *worker = argument;

    worker->spun = spin(worker->ticks);
    do {
        /* No assertion here: it would leave this thread's stack for another's. */
        system_ask_thread(GetCurrentThread(), &worker->own);
        SetEvent(worker->done);
        WaitForSingleObject(worker->turn, INFINITE);
    } while (!worker->end);
    return 0;
}

static void wait_done(struct worker *worker)
{
    assert_int_equal(WaitForSingleObject(worker->done, INFINITE), WAIT_OBJECT_0);
}

void worker_start(struct worker *worker, unsigned ms)
{
    *worker = (struct worker){ .ticks = ticks_of_ms(ms) };
    assert_non_null(worker->turn = CreateEventW(NULL, FALSE, FALSE, NULL));
    assert_non_null(worker->done = CreateEventW(NULL, FALSE, FALSE, NULL));
    assert_non_null(worker->thread = CreateThread(NULL, 0, work, worker, 0, NULL));
    wait_done(worker);
}

struct times worker_ask(struct worker *worker)
{
    SetEvent(worker->turn);
    wait_done(worker);
    return worker->own;
}

void worker_end(struct worker *worker)
{
    worker->end = TRUE;
    SetEvent(worker->turn);
    assert_int_equal(WaitForSingleObject(worker->thread, INFINITE), WAIT_OBJECT_0);
}

void worker_close(struct worker *worker)
{
    if (!worker->end) worker_end(worker);
    CloseHandle(worker->thread);
    CloseHandle(worker->turn);
    CloseHandle(worker->done);
}
