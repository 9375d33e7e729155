/* SPDX-License-Identifier: MIT */
/* Reading loaded images. */
#ifndef PE_H
#define PE_H

#include <windows.h>

IMAGE_DATA_DIRECTORY *pe_directory(HMODULE module, unsigned index);
IMAGE_EXPORT_DIRECTORY *pe_export_directory(HMODULE module);

/* Returns the code that a call of FUNCTION reaches in the end, after jumps of the hooks. */
const void *pe_reached(const void *function);

/* Before hooking: what stays the system's own behind it. NULL: it is no system call. */
void *pe_copy_system_call(const void *function);

/* Where in the image's file OFFSET in memory comes from; 0: nowhere. */
DWORD pe_file_offset(HMODULE module, DWORD offset);

/* NAME: NULL where the image does not keep it or imports by ordinal. */
typedef void (*pe_import_visitor)(void *context, const char *from, const char *name, PVOID *slot);
void pe_visit_imports(HMODULE module, pe_import_visitor visit, void *context);

/* From which module it imports NAME, or NULL. */
const char *pe_imports_from(HMODULE module, const char *name);

struct pe_exports {
    DWORD base, count, name_count;
    const char **names;          /* sorted as they stand there */
    WORD *ordinals;              /* of the names, BASE included */
};

/* A copy, which is not freed. The names stay where they are. */
struct pe_exports pe_read_exports(HMODULE module);

#endif
