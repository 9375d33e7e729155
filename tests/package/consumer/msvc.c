/* SPDX-License-Identifier: MIT */
/* program.c without Microsoft's headers and libraries, which are not here; start is the entry point. */
__declspec(dllimport) int __stdcall QueryThreadCycleTime(void *thread, unsigned long long *cycles);
int __stdcall CycletimeQueryFrequency(unsigned long long *cycles_per_second);

int start(void) {
    void *current_thread = (void *)(__INTPTR_TYPE__)-2;
    unsigned long long cycles, cycles_per_second;

    if (!QueryThreadCycleTime(current_thread, &cycles))
        return 1;
    if (!CycletimeQueryFrequency(&cycles_per_second))
        return 2;
    return 42;
}
