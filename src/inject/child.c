/* SPDX-License-Identifier: MIT */
#include "child.h"
#include "child_helper.h"
#include "child_queue.h"

/* ProcessImageInformation (37) gives this; since XP (phnt; Wine's process.c). */
struct image_information {
    PVOID TransferAddress;
    ULONG ZeroBits;
    SIZE_T MaximumStackSize, CommittedStackSize;
    ULONG SubSystemType, SubSystemVersion, OperatingSystemVersion;
    USHORT ImageCharacteristics, DllCharacteristics, Machine;
    BOOLEAN ImageContainsCode, ImageFlags;
    ULONG LoaderFlags, ImageFileSize, CheckSum;
};

_Static_assert(sizeof(struct image_information) == (sizeof(void *) == 8 ? 0x40 : 0x30), "SECTION_IMAGE_INFORMATION");

/* Code of ours in a process of another machine would crash it. */
static BOOL is_x86(HANDLE process)
{
    LONG (WINAPI *query)
    (HANDLE, ULONG, PVOID, ULONG, PULONG) =
        (PVOID)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtQueryInformationProcess");
    struct image_information image;

    return query && query(process, 37, &image, sizeof image, NULL) >= 0
           && (image.Machine == IMAGE_FILE_MACHINE_I386 || image.Machine == IMAGE_FILE_MACHINE_AMD64);
}

DWORD child_graft(const PROCESS_INFORMATION *child, const WCHAR *library, ULONG flags, create_process_w create)
{
    BOOL ours, its;

    if (!is_x86(child->hProcess)) return ERROR_EXE_MACHINE_TYPE_MISMATCH;
    if (!IsWow64Process(GetCurrentProcess(), &ours) || !IsWow64Process(child->hProcess, &its)) return GetLastError();
    return ours == its ? child_queue(child->hProcess, child->hThread, library, flags)
                       : child_helper_run(child, library, flags, create);
}
