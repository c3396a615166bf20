#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CPlatform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#ifdef __APPLE__
#include <crt_externs.h>
#include <mach-o/dyld.h>
// Apple's headers do not declare `environ`; environ(7) names this function.
#define environ (*_NSGetEnviron())
#endif

#if !defined(__APPLE__) && !defined(__GLIBC__)
/// Lets exec close the descriptors from 3 on in the child. No other thread opens one meanwhile. False, with errno, if
/// they cannot be listed.
static bool close_inherited(void) {
    DIR *descriptors = opendir("/proc/self/fd");
    if (descriptors == NULL) return false;
    for (struct dirent *entry; (entry = readdir(descriptors)) != NULL;) {
        int descriptor = atoi(entry->d_name);
        if (descriptor >= 3) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    }
    closedir(descriptors);
    return true;
}
#endif

/// Prepares the child of `cplatform_spawn_self`. It works in `/`, since a file system cannot be unmounted while a
/// process works there. False if a step fails, which may not have set errno.
static bool prepare(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes) {
    short flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    bool prepared = posix_spawn_file_actions_addchdir_np(actions, "/") == 0;
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        prepared &= posix_spawn_file_actions_addopen(actions, descriptor, "/dev/null", O_RDWR, 0) == 0;
    }
#ifdef __APPLE__
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#elif defined(__GLIBC__)
    prepared &= posix_spawn_file_actions_addclosefrom_np(actions, 3) == 0;
#else
    prepared &= close_inherited();
#endif
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    return prepared && posix_spawnattr_setsigmask(attributes, &none) == 0 &&
           posix_spawnattr_setsigdefault(attributes, &all) == 0 && posix_spawnattr_setflags(attributes, flags) == 0;
}

int cplatform_spawn_self(char *const arguments[]) {
#ifdef __APPLE__
    char unresolved[PATH_MAX], path[PATH_MAX];
    uint32_t size = sizeof unresolved;
    if (_NSGetExecutablePath(unresolved, &size) != 0) return ENAMETOOLONG;
    if (realpath(unresolved, path) == NULL) return errno;
#else
    // Leads to the same program in the child, even if its file has been replaced.
    const char *path = "/proc/self/exe";
#endif
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0 || posix_spawnattr_init(&attributes) != 0) return ENOMEM;
    pid_t process;
    // A step that fails without setting errno is taken to have no memory left.
    errno = ENOMEM;
    int code = prepare(&actions, &attributes)
                   ? posix_spawn(&process, path, &actions, &attributes, arguments, environ)
                   : errno;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

void cplatform_set_process_name(const char *name) {
#ifdef __linux__
    prctl(PR_SET_NAME, name);
#else
    (void)name;
#endif
}
