#include "CRuntime.h"

#include <errno.h>
#include <sys/file.h>
#include <unistd.h>

/// How soon a lock that another holds is tried again: seldom where it is held for long, since there may be a crowd.
enum { FIRST_PAUSE = 500, LONGEST_PAUSE = 8000 };

int crt_lock(int descriptor, int64_t deadline) {
    useconds_t pause = FIRST_PAUSE;
    while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) return errno;
        int64_t left = (deadline - crt_now()) / 1000;
        if (left <= 0) return EWOULDBLOCK;
        usleep(left < pause ? (useconds_t)left : pause);
        if (pause < LONGEST_PAUSE) pause *= 2;
    }
    return 0;
}
