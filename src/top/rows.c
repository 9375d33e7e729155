/* SPDX-License-Identifier: MIT */
#include "rows.h"
#include "tree.h"

#include <stdlib.h>

bool rows_reserve(struct rows *rows, size_t count)
{
    if (count <= rows->room) return true;
    rows_free(rows);
    rows->row = malloc(count * sizeof *rows->row);
    rows->sorted = malloc(count * sizeof *rows->sorted);
    rows->nodes = malloc(count * sizeof *rows->nodes);
    rows->by_id = malloc(count * sizeof *rows->by_id);
    rows->room = count;
    if (rows->row && rows->sorted && rows->nodes && rows->by_id) return true;
    rows_free(rows);
    return false;
}

void rows_free(struct rows *rows)
{
    free(rows->row);
    free(rows->sorted);
    free(rows->nodes);
    free(rows->by_id);
    *rows = (struct rows){ 0 };
}

void rows_make(struct rows *rows, const struct difference *difference, const struct query *query)
{
    size_t i;

    if (query->tree && !query->threads) {
        tree_make(rows, difference, query);
        return;
    }
    rows->count = order_burns(difference, query->threads, query->selection, query->order, rows->sorted);
    for (i = 0; i < rows->count; i++) rows->row[i] = (struct row){ rows->sorted[i], 0, 0, true };
}
