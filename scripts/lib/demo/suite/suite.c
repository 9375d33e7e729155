/* SPDX-License-Identifier: MIT */
/* One test of the suite: calls the function TEST with TEST_SIZE, and ends with 1 if it returns false. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define UNUSED __attribute__((unused))

static unsigned random_after(unsigned number)
{
    return number * 1664525 + 1013904223;
}

static int compare(const void *left, const void *right)
{
    const unsigned one = *(const unsigned *)left, other = *(const unsigned *)right;

    return (one > other) - (one < other);
}

UNUSED static bool sort(unsigned size)
{
    unsigned *numbers = malloc(size * sizeof *numbers), i;
    bool is_sorted = numbers;

    if (!numbers) return false;
    for (i = 0; i < size; i++) numbers[i] = random_after(i ? numbers[i - 1] : 1);
    qsort(numbers, size, sizeof *numbers, compare);
    for (i = 1; i < size; i++) is_sorted &= numbers[i - 1] <= numbers[i];
    free(numbers);
    return is_sorted;
}

/* There are about size / ln(size) primes, which is between size / 20 and size / 10 here. */
UNUSED static bool primes(unsigned size)
{
    char *is_composite = calloc(size, 1);
    unsigned i, j, found = 0;

    if (!is_composite) return false;
    for (i = 2; i < size; i++) {
        if (is_composite[i]) continue;
        found++;
        for (j = i; j < size; j += i) is_composite[j] = 1;
    }
    free(is_composite);
    return found > size / 20 && found < size / 10;
}

static unsigned place_queens(unsigned size, unsigned columns, unsigned left, unsigned right)
{
    unsigned free_columns = ~(columns | left | right) & ((1u << size) - 1), queen, found = 0;

    if (columns == (1u << size) - 1) return 1;
    for (; free_columns; free_columns &= free_columns - 1) {
        queen = free_columns & -free_columns;
        found += place_queens(size, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return found;
}

UNUSED static bool queens(unsigned size)
{
    static const unsigned solutions[] = { [8] = 92, [9] = 352, [10] = 724, [11] = 2680 };

    return place_queens(size, 0, 0, 0) == solutions[size];
}

UNUSED static bool collatz(unsigned size)
{
    unsigned long long number;
    unsigned i, steps, longest = 0;

    for (i = 1; i < size; i++) {
        for (number = i, steps = 0; number != 1; steps++) number = number % 2 ? 3 * number + 1 : number / 2;
        if (steps > longest) longest = steps;
    }
    return longest > 300 && longest < 600;
}

UNUSED static bool matrix(unsigned size)
{
    double *left = calloc(size * size, sizeof *left), *right = calloc(size * size, sizeof *right), sum;
    unsigned i, j, k;
    bool is_same = left && right;

    for (i = 0; is_same && i < size * size; i++) left[i] = i;
    for (i = 0; is_same && i < size; i++) right[i * size + i] = 1; /* the identity */
    for (i = 0; is_same && i < size; i++) {
        for (j = 0; j < size; j++) {
            for (sum = 0, k = 0; k < size; k++) sum += left[i * size + k] * right[k * size + j];
            is_same &= sum == left[i * size + j];
        }
    }
    free(left);
    free(right);
    return is_same;
}

/* The size is in megabytes. */
UNUSED static bool files(unsigned size)
{
    static char written[1 << 20], found[1 << 20];
    FILE *file = tmpfile();
    bool is_same = file;
    unsigned i;

    for (i = 0; i < sizeof written; i++) written[i] = (char)random_after(i);
    for (i = 0; is_same && i < size; i++) is_same &= fwrite(written, sizeof written, 1, file) == 1;
    if (file) rewind(file);
    for (i = 0; is_same && i < size; i++)
        is_same &= fread(found, sizeof found, 1, file) == 1 && !memcmp(written, found, sizeof found);
    if (file) fclose(file);
    return is_same;
}

UNUSED static bool timer(unsigned milliseconds)
{
    const ULONGLONG begun = GetTickCount64();

    Sleep(milliseconds);
    return GetTickCount64() - begun + 16 >= milliseconds; /* a tick */
}

static volatile LONG counter;

static DWORD WINAPI count(void *times)
{
    unsigned i;

    for (i = 0; i < *(unsigned *)times; i++) InterlockedIncrement(&counter);
    return 0;
}

UNUSED static bool threads(unsigned size)
{
    HANDLE both[2];
    unsigned times = 20 * size;
    int i;

    for (i = 0; i < 2; i++)
        if (!(both[i] = CreateThread(NULL, 0, count, &times, 0, NULL))) return false;
    WaitForMultipleObjects(2, both, TRUE, INFINITE);
    return counter == 2 * (LONG)times;
}

/* This test fails, as it does on Windows. */
UNUSED static bool rounding(unsigned size)
{
    volatile double sum = 0;
    unsigned i;

    for (i = 0; i < size; i++) sum += 0.1;
    return sum == size * 0.1;
}

int main(void)
{
    return TEST(TEST_SIZE) ? 0 : 1;
}
