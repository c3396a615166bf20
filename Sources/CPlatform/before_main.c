#include "CPlatform.h"

#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/auxv.h>
#else
#include <unistd.h>
#endif

static int argument_count;
static char **argument_values;

const char *cplatform_argument(int index) { return index < argument_count ? argument_values[index] : NULL; }

/// Whether this process has more rights than its user, as a setuid program has.
static bool is_privileged(void) {
#ifdef __linux__
    return getauxval(AT_SECURE) != 0;
#else
    // On macOS, issetugid(2) tells of rights that the executable's setuid or setgid bit gives, not of those that the
    // process which started it already had.
    return issetugid() != 0 || geteuid() != getuid() || getegid() != getgid();
#endif
}

static bool environment_was_cleared;

bool cplatform_environment_was_cleared(void) { return environment_was_cleared; }

static void begin(int count, char **arguments, char **variables) {
    argument_count = count;
    argument_values = arguments;
    if (is_privileged()) {
        // It may read files that its user may not, so the user's variables must not steer it.
        if (variables != NULL) *variables = NULL;
        environment_was_cleared = true;
    }
}

#ifdef BTCQ_EMBEDDED
/// The `main` that the Swift compiler makes.
int btcq_main(int count, char **arguments);

// Embedded Swift has no `CommandLine`.
int main(int count, char **arguments, char **variables) {
    begin(count, arguments, variables);
    return btcq_main(count, arguments);
}
#else
/// Removes the variables of the Swift runtime, some of which make it write to the terminal, and disables backtraces.
static void replace_runtime_variables(char **variables) {
    char **kept = variables;
    for (; *variables != NULL; variables++) {
        if (strncmp(*variables, "SWIFT_", strlen("SWIFT_")) != 0) *kept++ = *variables;
    }
    *kept = NULL;
    // After a crash, the runtime would run swift-backtrace, which it looks for relative to the path by which the
    // program was started, perhaps in the working directory. It reads this variable in a constructor, and unless
    // `interactive` and `color` are set, asks at every start whether standard streams are terminals.
    setenv("SWIFT_BACKTRACE", "enable=no,color=no,interactive=no,swift-backtrace=/nonexistent", 1);
}

// glibc and dyld pass arguments and environment to constructors. 101 is the first priority that is not reserved for the
// compiler; it comes before the constructors of a static Swift runtime. On macOS the runtime is a dynamic library,
// whose constructors come first: there, what it reads in them is removed too late.
__attribute__((constructor(101))) static void early_init(int count, char **arguments, char **variables) {
    begin(count, arguments, variables);
    if (variables != NULL) replace_runtime_variables(variables);
}
#endif
