#include "CRuntime.h"

#include <errno.h>
#include <sys/file.h>
#include <unistd.h>

/// How often a lock that another holds is tried again.
enum { PAUSE_MICROSECONDS = 500 };

int crt_lock(int descriptor, int64_t deadline) {
    while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) return errno;
        if (crt_now() >= deadline) return EWOULDBLOCK;
        usleep(PAUSE_MICROSECONDS);
    }
    return 0;
}
