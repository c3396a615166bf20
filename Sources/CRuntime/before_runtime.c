#include "CRuntime.h"

#include <stdlib.h>
#include <string.h>

static int argument_count;
static char **argument_values;

int crt_argument_count(void) { return argument_count; }

const char *crt_argument(int index) { return index < argument_count ? argument_values[index] : NULL; }

bool crt_is_called(const char *name) {
    const char *path = crt_argument(0);
    if (path == NULL) return false;
    const char *slash = strrchr(path, '/');
    return strcmp(slash == NULL ? path : slash + 1, name) == 0;
}

// 101, the first priority that is not the compiler's own, comes before the constructors of a Swift runtime that is linked
// in. glibc and dyld hand the arguments to constructors.
__attribute__((constructor(101))) static void before_runtime(int count, char **arguments) {
    argument_count = count;
    argument_values = arguments;
    // On a crash the runtime runs a swift-backtrace, which it looks for relative to how the program was called, the
    // current folder included. It reads this variable in a constructor.
    setenv("SWIFT_BACKTRACE", "enable=no,swift-backtrace=/nonexistent", 1);
}

#ifdef __GLIBC__

// The runtime's own way to the arguments reads /proc/self/maps at every start and walks back from `environ`, which setenv
// has moved. With these two of the same names, and the same meaning, that part of it is not linked in.
char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
    *count = argument_count;
    return argument_values;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count) {
    argument_values = arguments;
    argument_count = count;
}

#endif
