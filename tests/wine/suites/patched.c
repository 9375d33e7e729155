/* SPDX-License-Identifier: MIT */
/* Programs as other linkers make them: copies of ours in which a field is another. */
#include "plain_truth.h"

#include <stdlib.h>

struct image_file {
    BYTE *bytes;
    DWORD size;
    IMAGE_NT_HEADERS *nt;
};

static struct image_file read_image(const WCHAR *path)
{
    struct image_file file;

    file.bytes = read_file(path, &file.size);
    file.nt = (IMAGE_NT_HEADERS *)(file.bytes + ((IMAGE_DOS_HEADER *)file.bytes)->e_lfanew);
    return file;
}

/* The section that holds that offset of the image. */
static IMAGE_SECTION_HEADER *section_of(struct image_file *file, DWORD offset)
{
    IMAGE_SECTION_HEADER *section = IMAGE_FIRST_SECTION(file->nt);

    while (offset < section->VirtualAddress || offset - section->VirtualAddress >= section->SizeOfRawData) section++;
    return section;
}

static IMAGE_IMPORT_DESCRIPTOR *imports_of(struct image_file *file)
{
    DWORD offset = file->nt->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress;
    IMAGE_SECTION_HEADER *section = section_of(file, offset);

    return (IMAGE_IMPORT_DESCRIPTOR *)(file->bytes + section->PointerToRawData + offset - section->VirtualAddress);
}

static void forget_names(struct image_file *file)
{
    IMAGE_IMPORT_DESCRIPTOR *import = imports_of(file);

    for (; import->Name; import++) {
        assert_true(import->OriginalFirstThunk != 0);
        import->OriginalFirstThunk = 0;
    }
}

static void protect_slots(struct image_file *file, DWORD characteristics)
{
    const DWORD access = IMAGE_SCN_MEM_READ | IMAGE_SCN_MEM_WRITE | IMAGE_SCN_MEM_EXECUTE;
    IMAGE_IMPORT_DESCRIPTOR *import = imports_of(file);
    IMAGE_SECTION_HEADER *section;

    for (; import->Name; import++) {
        section = section_of(file, import->FirstThunk);
        section->Characteristics = (section->Characteristics & ~access) | characteristics;
    }
}

static void make_slots_read_only(struct image_file *file)
{
    protect_slots(file, IMAGE_SCN_MEM_READ);
}

static void make_slots_code(struct image_file *file)
{
    protect_slots(file, IMAGE_SCN_MEM_READ | IMAGE_SCN_MEM_EXECUTE);
}

static void assert_correct_times_when(void (*patch)(struct image_file *), const WCHAR *name)
{
    const WCHAR *path = in_scratch(name);
    struct image_file file = read_image(beside(L"plain_kernelbase.exe"));

    patch(&file);
    write_file(path, file.bytes, file.size);
    free(file.bytes);
    assert_fault_without_cycletime(path, "import");
    assert_correct_times_at(path, (const char *const[]){ "import", NULL });
}

TEST(a_program_that_does_not_keep_the_names_of_its_imports_gets_correct_times)
{
    assert_correct_times_when(forget_names, L"nameless.exe");
}

TEST(a_program_whose_imports_lie_in_read_only_pages_gets_correct_times)
{
    assert_correct_times_when(make_slots_read_only, L"read-only.exe");
}

TEST(a_program_whose_imports_lie_among_its_code_gets_correct_times)
{
    assert_correct_times_when(make_slots_code, L"code.exe");
}
