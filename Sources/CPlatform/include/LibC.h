#ifndef CPLATFORM_LIBC_H
#define CPLATFORM_LIBC_H

// The C library for Embedded Swift, which has no module for it.

#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// What Swift cannot call or read of these headers: functions with a variable number of arguments, and macros.

static inline int cplatform_errno(void) { return errno; }

typedef void (*CPlatformSignalHandler)(int signal);
static inline CPlatformSignalHandler cplatform_ignore_signal(void) { return SIG_IGN; }

static inline int cplatform_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

static inline int cplatform_fcntl(int descriptor, int command, void *argument) {
    return fcntl(descriptor, command, argument);
}

#endif
