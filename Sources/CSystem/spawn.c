#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#ifdef __APPLE__
#include <crt_externs.h>
#include <mach-o/dyld.h>
// A test bundle has no `environ` of its own to link against.
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

/// Stores the path of the running program. Returns 0 or an error number.
static int find_self(char *path, size_t size) {
#ifdef __APPLE__
    char unresolved[PATH_MAX];
    uint32_t capacity = sizeof unresolved;
    if (_NSGetExecutablePath(unresolved, &capacity) != 0) return ENAMETOOLONG;
    if (size < PATH_MAX || realpath(unresolved, path) == NULL) return errno;
    return 0;
#else
    // In the child this link leads to the same program, even if its file has been replaced.
    static const char link[] = "/proc/self/exe";
    if (size < sizeof link) return ENAMETOOLONG;
    memcpy(path, link, sizeof link);
    return 0;
#endif
}

/// In the child: `/` as working directory, /dev/null as descriptors 0, 1 and 2, and no others.
static int add_actions(posix_spawn_file_actions_t *actions) {
    // Another working directory could not be unmounted in the meantime.
    int code = posix_spawn_file_actions_addchdir_np(actions, "/");
    for (int descriptor = 0; descriptor <= 2 && code == 0; descriptor++) {
        code = posix_spawn_file_actions_addopen(actions, descriptor, "/dev/null", O_RDWR, 0);
    }
#ifndef __APPLE__
    if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
    return code;
}

static int set_attributes(posix_spawnattr_t *attributes) {
    short flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int code = posix_spawnattr_setsigmask(attributes, &none);
    if (code == 0) code = posix_spawnattr_setsigdefault(attributes, &all);
    return code != 0 ? code : posix_spawnattr_setflags(attributes, flags);
}

int csystem_spawn_self(const char *const arguments[]) {
    char path[PATH_MAX];
    int code = find_self(path, sizeof path);
    if (code != 0) return code;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if ((code = posix_spawn_file_actions_init(&actions)) != 0) return code;
    if ((code = posix_spawnattr_init(&attributes)) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return code;
    }
    pid_t process;
    code = add_actions(&actions);
    if (code == 0) code = set_attributes(&attributes);
    if (code == 0) code = posix_spawn(&process, path, &actions, &attributes, (char *const *)arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

void csystem_set_process_name(const char *name) {
#ifdef __linux__
    prctl(PR_SET_NAME, name);
#else
    (void)name;
#endif
}
