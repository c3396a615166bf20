#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs a command without its output, and prints its peak memory in KiB. */
int main(int count, char **arguments) {
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    struct rusage usage;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (count < 2 || posix_spawn(&child, arguments[1], &actions, NULL, arguments + 1, environ) != 0) return 2;
    if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status)) return 2;
    printf("%ld\n", usage.ru_maxrss);
    return 0;
}
