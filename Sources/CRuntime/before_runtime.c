#include <stdlib.h>

#ifdef __GLIBC__

// What the Swift runtime offers to those who start a program some other way: CommandLine then takes these.
__attribute__((swiftcall, weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

// A Swift runtime that is linked in looks for its swift-backtrace relative to how the program was called, the current
// folder included, and runs what it finds on a crash. It reads this variable in a constructor of the default priority:
// 101, the first that is not the compiler's own, comes before that. The runtime also finds the arguments by walking
// back from `environ`, which setenv moves off the stack, so it is told where they are: glibc hands them to constructors.
__attribute__((constructor(101))) static void keep_backtrace_away(int count, char **arguments) {
    if (_swift_stdlib_overrideUnsafeArgvArgc == NULL) return;
    setenv("SWIFT_BACKTRACE", "enable=no,swift-backtrace=/nonexistent", 1);
    _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}

#endif
