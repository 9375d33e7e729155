/* SPDX-License-Identifier: MIT */
/* A DLL whose answer tells which of two it is. */
__declspec(dllexport) int answer(void);

int answer(void)
{
    return ANSWER;
}
