/* SPDX-License-Identifier: MIT */
/* Ends with the answer of the DLL that it needs. */
__declspec(dllimport) int answer(void);

int main(void)
{
    return answer();
}
