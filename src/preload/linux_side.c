/* SPDX-License-Identifier: MIT */
#include "linux_side.h"
#include "apc_code.h"
#include "c_library.h"
#include "place.h"
#include "report.h"

static const char library[] = "cycletime_host.so";

static bool is_off(const char *host)
{
    return !strcmp(host, "0") || !strcmp(host, "off") || !strcmp(host, "no");
}

static bool find(char path[PLACE], const char *host)
{
    if (!host || *host != '/') return place_of(path, own_unix_directory, library);
    return snprintf(path, PLACE, "%s/%s/%s", host, own_unix_directory, library) < PLACE;
}

struct linux_side linux_side_load(void)
{
    const char *host = getenv("CYCLETIME_HOST");
    struct linux_side side = { 0, 0 };
    char path[PLACE];
    void *loaded;

    if ((host && is_off(host)) || !find(path, host)) return side;
    loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!loaded) {
        report_no_linux_side(dlerror());
        return side;
    }
    side.own = (uintptr_t)dlsym(loaded, "__wine_unix_call_funcs");
    side.of_32 = (uintptr_t)dlsym(loaded, "__wine_unix_call_wow64_funcs");
    return side;
}
