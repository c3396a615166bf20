#include <stdio.h>

/* The least that a cached quote can take: a process, a line, and the end. */
int main(void) {
    return puts("$85,770.85 2025-10-27T19:56:39Z binance") < 0;
}
