// The clock that can be set is set back by an hour between one look at it and the next.
#define _GNU_SOURCE
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    static atomic_int looks;
    int result = syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_REALTIME) time->tv_sec -= 3600 * looks++;
    return result;
}
