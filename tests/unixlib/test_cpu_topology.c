/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "unixlib/processors/cpu_map.h"
#include "fake_tree.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct cpu_map map;
static struct cpu_topology topology;

static void set_map(const char *list)
{
    assert_true(cpu_map_parse(&map, list, strlen(list)));
    for (topology.count = 0; topology.count < map.count; topology.count++)
        topology.places[topology.count] = (uint16_t)topology.count;
}

static void assert_processors(const char *expected)
{
    char text[1024] = "";
    uint32_t i;

    for (i = 0; i < topology.count; i++)
        sprintf(text + strlen(text), "%s%d", i ? "," : "",
                topology.places[i] < map.count ? map.cpus[topology.places[i]] : -1);
    assert_string_equal(text, expected);
}

TEST(without_a_list_processors_are_the_cpus_in_their_order)
{
    set_map("0-1,4,7\n");
    assert_processors("0,1,4,7");
}

TEST(a_processor_is_the_one_of_the_list_in_its_place)
{
    static const struct {
        const char *value, *processors;
    } lists[] = {
        { "4:0,2,4,6", "0,2,4,6" },
        { "8:1,2,3,4,5,6,7,15", "1,2,3,4,5,6,7,15" },
        { "3:9,0,3", "9,0,3" },
        { "1:5", "5" },
        { "2:3,3", "3,3" },
        { "2s:0,8,1,9", "0,8,1,9" },
        { "1S:0,8", "0,8" },
        { " 2: 4, +5", "4,5" },
    };
    size_t i;

    for (i = 0; i < sizeof lists / sizeof *lists; i++) {
        set_map("0-15\n");
        assert_true(cpu_topology_parse(&topology, &map, lists[i].value, 64));
        assert_processors(lists[i].processors);
    }
}

/* A number below the count of CPUs is good enough for Wine, and their numbers can have holes. */
TEST(a_listed_cpu_that_is_off_is_not_there)
{
    set_map("0-1,4,7\n");
    assert_true(cpu_topology_parse(&topology, &map, "3:0,2,1", 64));
    assert_processors("0,-1,1");
}

TEST(a_list_with_any_mistake_is_rejected)
{
    static const char *const lists[] = {
        "", "4", "4:", ":0,1", "x:0", "2:0", "2:0,", "2:0,1,", "2:0,1,2", "2:0;1", "2 :0,1", "2:0 ,1", "2:0,1 ", "2:0,16",
        "2:0,-1", "0:", "-1:0", "65:0", "33s:0", "2ss:0,1,2,3", "99999999999999999999:0", "2:0,99999999999999999999",
        "4:0-3"
    };
    size_t i;

    for (i = 0; i < sizeof lists / sizeof *lists; i++) {
        set_map("0-15\n");
        assert_false(cpu_topology_parse(&topology, &map, lists[i], 64));
        assert_processors("0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15");
    }
}

/* A 32-bit Wine has masks of 32 bits. */
TEST(no_list_is_longer_than_a_mask)
{
    char list[512] = "33:0";
    int i;

    for (i = 1; i < 33; i++) sprintf(list + strlen(list), ",%d", i);
    set_map("0-63\n");
    assert_false(cpu_topology_parse(&topology, &map, list, 32));
    assert_false(cpu_topology_parse(&topology, &map, "1:32", 32));
    assert_true(cpu_topology_parse(&topology, &map, list, 64));
    assert_int_equal(topology.count, 33);
}

TEST(a_word_is_looked_for_in_ntdll_alone)
{
    struct fake_tree tree = fake_tree_make();
    char command[512], path[128];

    assert_false(ntdll_has_string("WINE_CPU_TOPOLOGY"));
    fake_tree_write(&tree, "/ntdll.c", "const char *word(void) { return \"A_CYCLETIME\" \"_WORD\"; }\n");
    snprintf(path, sizeof path, "%s/ntdll.so", tree.root);
    snprintf(command, sizeof command, "${CC:-cc} -shared -fPIC -o %s %s/ntdll.c", path, tree.root);
    if (system(command)) {
        fake_tree_remove(&tree);
        SKIP_BECAUSE("there is no compiler to make a library with");
    }
    assert_non_null(dlopen(path, RTLD_NOW));
    assert_true(ntdll_has_string("A_CYCLETIME" "_WORD"));
    assert_false(ntdll_has_string("A_CYCLETIME" "_WOR"));
    assert_false(ntdll_has_string("A_CYCLETIME" "_WORD_"));
    fake_tree_remove(&tree);
}
