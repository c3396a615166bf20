#ifndef CPLATFORM_LIBC_H
#define CPLATFORM_LIBC_H
#ifdef BTCQ_EMBEDDED

// The C library for Embedded Swift, which has no module for it.

#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// What Swift cannot call or read of these headers, or reads as Int32 instead of `mode_t`: functions with a variable
// number of arguments, and some macros, on macOS also those of clocks.

#define SWIFT_NAME(name) __attribute__((swift_name(name)))

static inline int cplatform_errno(void) { return errno; }
static inline void (*cplatform_ignore_signal(void))(int) { return SIG_IGN; }

static const mode_t cplatform_file_type SWIFT_NAME("S_IFMT") = S_IFMT;
static const mode_t cplatform_directory SWIFT_NAME("S_IFDIR") = S_IFDIR;
static const mode_t cplatform_regular_file SWIFT_NAME("S_IFREG") = S_IFREG;
static const mode_t cplatform_link SWIFT_NAME("S_IFLNK") = S_IFLNK;
static const mode_t cplatform_group_writable SWIFT_NAME("S_IWGRP") = S_IWGRP;
static const mode_t cplatform_other_writable SWIFT_NAME("S_IWOTH") = S_IWOTH;

#ifdef __APPLE__
static const clockid_t cplatform_realtime SWIFT_NAME("CLOCK_REALTIME") = CLOCK_REALTIME;
static const clockid_t cplatform_uptime SWIFT_NAME("CLOCK_UPTIME_RAW") = CLOCK_UPTIME_RAW;
#endif

SWIFT_NAME("open(_:_:)") static inline int cplatform_open(const char *path, int flags) { return open(path, flags); }
SWIFT_NAME("open(_:_:_:)") static inline int cplatform_create(const char *path, int flags, mode_t mode) {
    return open(path, flags, mode);
}
SWIFT_NAME("fcntl(_:_:_:)") static inline int cplatform_fcntl(int descriptor, int command, int value) {
    return fcntl(descriptor, command, value);
}
SWIFT_NAME("fcntl(_:_:_:)") static inline int cplatform_lock(int descriptor, int command, struct flock *lock) {
    return fcntl(descriptor, command, lock);
}

#endif
#endif
