/* SPDX-License-Identifier: MIT */
/* A program that does not trust its image: it compares headers, code and import table with those in its file, and each
   import with what GetProcAddress says, and prints a sum over the whole of it. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static BYTE *image;
static BYTE *file;
static DWORD file_size;

/* A call of each, so that they are imported. */
static BOOL ask(void)
{
    FILETIME creation, exit, kernel, user;
    ULONG64 cycles;

    return GetThreadTimes(GetCurrentThread(), &creation, &exit, &kernel, &user)
           && GetProcessTimes(GetCurrentProcess(), &creation, &exit, &kernel, &user)
           && GetSystemTimes(&creation, &kernel, &user) && QueryUnbiasedInterruptTime(&cycles);
}

static BOOL read_file(void)
{
    char path[MAX_PATH];
    FILE *stream;

    if (!GetModuleFileNameA(NULL, path, sizeof path)) return FALSE;
    stream = fopen(path, "rb");
    if (!stream) return FALSE;
    fseek(stream, 0, SEEK_END);
    file_size = (DWORD)ftell(stream);
    rewind(stream);
    file = malloc(file_size);
    if (!file || fread(file, 1, file_size, stream) != file_size) return FALSE;
    return !fclose(stream);
}

static ULONG64 sum(ULONG64 so_far, const void *bytes, size_t count)
{
    const BYTE *byte = bytes;

    while (count--) so_far = (so_far ^ *byte++) * 0x100000001b3;
    return so_far;
}

static IMAGE_NT_HEADERS *headers(BYTE *base)
{
    return (IMAGE_NT_HEADERS *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
}

static BYTE *in_file(DWORD rva)
{
    const IMAGE_SECTION_HEADER *section = IMAGE_FIRST_SECTION(headers(file));
    WORD i;

    for (i = 0; i < headers(file)->FileHeader.NumberOfSections; i++)
        if (rva - section[i].VirtualAddress < section[i].SizeOfRawData)
            return file + section[i].PointerToRawData + (rva - section[i].VirtualAddress);
    return file;
}

/* Code and constants; what is writable may have changed. */
static unsigned changed_sections(void)
{
    const IMAGE_SECTION_HEADER *section = IMAGE_FIRST_SECTION(headers(image));
    unsigned changed = 0;
    DWORD size;
    WORD i;

    for (i = 0; i < headers(image)->FileHeader.NumberOfSections; i++, section++) {
        if (section->Characteristics & IMAGE_SCN_MEM_WRITE || !section->SizeOfRawData) continue;
        size = section->Misc.VirtualSize < section->SizeOfRawData ? section->Misc.VirtualSize : section->SizeOfRawData;
        changed += memcmp(image + section->VirtualAddress, file + section->PointerToRawData, size) != 0;
    }
    return changed;
}

/* Wine, too, writes where the image lies; this one lies where its file says, so that nothing is moved. */
static BOOL is_changed_header(void)
{
    return memcmp(image, file, headers(file)->OptionalHeader.SizeOfHeaders) != 0;
}

static ULONG64 all, wrong_names, wrong_slots, imports;

static void check_import(HMODULE from, DWORD thunk_rva, DWORD slot_rva)
{
    const IMAGE_THUNK_DATA *in_memory = (IMAGE_THUNK_DATA *)(image + thunk_rva);
    const IMAGE_THUNK_DATA *slot = (IMAGE_THUNK_DATA *)(image + slot_rva);
    const IMAGE_IMPORT_BY_NAME *name = (IMAGE_IMPORT_BY_NAME *)(image + in_memory->u1.AddressOfData);
    const IMAGE_IMPORT_BY_NAME *its = (IMAGE_IMPORT_BY_NAME *)in_file((DWORD)in_memory->u1.AddressOfData);

    imports++;
    all = sum(all, name, strlen(name->Name) + sizeof name->Hint);
    wrong_names += memcmp(in_memory, in_file(thunk_rva), sizeof *in_memory) || memcmp(name, its, strlen(its->Name) + 3);
    if ((ULONG_PTR)GetProcAddress(from, name->Name) == slot->u1.Function) return;
    wrong_slots++;
    printf("%s is not what GetProcAddress says\n", name->Name);
}

static void check_imports(void)
{
    const DWORD rva = headers(image)->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress;
    const IMAGE_IMPORT_DESCRIPTOR *import;
    DWORD at;

    for (import = (IMAGE_IMPORT_DESCRIPTOR *)(image + rva); import->Name; import++) {
        const char *name = (char *)image + import->Name;

        wrong_names += memcmp(import, in_file((DWORD)((BYTE *)import - image)), sizeof *import) != 0;
        all = sum(sum(all, import, sizeof *import), name, strlen(name));
        for (at = 0; ((IMAGE_THUNK_DATA *)(image + import->OriginalFirstThunk + at))->u1.AddressOfData;
             at += sizeof(IMAGE_THUNK_DATA))
            check_import(GetModuleHandleA(name), import->OriginalFirstThunk + at, import->FirstThunk + at);
    }
}

/* NT's functions have two names each. */
static BOOL is_one(const char *nt, const char *zw)
{
    const HMODULE ntdll = GetModuleHandleA("ntdll.dll");

    return GetProcAddress(ntdll, nt) && GetProcAddress(ntdll, nt) == GetProcAddress(ntdll, zw);
}

int main(void)
{
    image = (BYTE *)GetModuleHandleA(NULL);
    if (!ask() || !read_file()) return 1;
    printf("at its place: %d\n", headers(file)->OptionalHeader.ImageBase == (ULONG_PTR)image);
    printf("headers changed: %d\n", is_changed_header());
    printf("sections changed: %u\n", changed_sections());
    check_imports();
    printf("imports with other names: %llu, elsewhere: %llu of %llu\n", wrong_names, wrong_slots, imports);
    printf("two names, one function: %d %d\n", is_one("NtQueryInformationThread", "ZwQueryInformationThread"),
           is_one("NtTerminateProcess", "ZwTerminateProcess"));
    printf("sum %llx\n", all);
    return 0;
}
