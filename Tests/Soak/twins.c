// Preloaded by twins.py: no result depends on the time, the network, or how busy the machine is.
#define _GNU_SOURCE
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

time_t time(time_t *result) {
    time_t now = atoll(getenv("TWINS_NOW"));
    if (result != NULL) *result = now;
    return now;
}

/// The wall clock stands still. The others advance by a microsecond whenever one of them is read, so that no deadline
/// passes before a response arrives.
int clock_gettime(clockid_t clock, struct timespec *result) {
    static atomic_long microseconds;
    if (clock == CLOCK_REALTIME) {
        *result = (struct timespec){.tv_sec = time(NULL), .tv_nsec = 123456789};
    } else {
        long now = ++microseconds;
        *result = (struct timespec){.tv_sec = 1000 + now / 1000000, .tv_nsec = now % 1000000 * 1000};
    }
    return 0;
}

/// Messages are not dropped, however long their write(2) takes.
int setitimer(__itimer_which_t which, const struct itimerval *value, struct itimerval *old) {
    (void)which, (void)value, (void)old;
    return 0;
}

/// Appends the path, the arguments and the variables to the file TWINS_STARTED, each followed by a zero byte.
int posix_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const arguments[], char *const variables[]) {
    (void)process, (void)actions, (void)attributes;
    FILE *file = fopen(getenv("TWINS_STARTED"), "a");
    if (file == NULL) return errno;
    fprintf(file, "%s%c", path, 0);
    for (; *arguments != NULL; arguments++) fprintf(file, "%s%c", *arguments, 0);
    for (; *variables != NULL; variables++) fprintf(file, "%s%c", *variables, 0);
    return fclose(file) == 0 ? 0 : errno;
}

/// libcurl resolves addresses and `localhost` itself.
int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    (void)host, (void)service, (void)hints, (void)result;
    return EAI_NONAME;
}

/// Only the port of the simulated sources, TWINS_PORT, accepts connections.
int connect(int descriptor, const struct sockaddr *address, socklen_t size) {
    const struct sockaddr_in *ipv4 = (const void *)address;
    if (ipv4->sin_family == AF_INET && ntohl(ipv4->sin_addr.s_addr) == INADDR_LOOPBACK &&
        ntohs(ipv4->sin_port) == atoi(getenv("TWINS_PORT"))) {
        return syscall(SYS_connect, descriptor, address, size);
    }
    errno = ECONNREFUSED;
    return -1;
}
