#ifndef CPLATFORM_H
#define CPLATFORM_H

// CPlatform: what is done in C, mostly because Swift cannot. It runs code before Swift's `main`, starts threads and
// processes, writes with a time limit, calls libcurl's variadic functions, and has the C library's headers for Embedded
// Swift.

#include <stdbool.h>
#include <stddef.h>

/// Argument 0 is the program name; NULL after the last one.
const char *cplatform_argument(int index);

/// Whether the environment was cleared at the start, since the process has more rights than its user.
bool cplatform_environment_was_cleared(void);

/// Lets glibc ask the second name server after three seconds instead of five. If there are more than two, it asks the
/// second one after two seconds and the third one a second later, which leaves time in a run of five seconds. Does
/// nothing if there is only one, or if RES_OPTIONS or /etc/resolv.conf sets a timeout. Call it before the first thread.
void cplatform_limit_name_servers(void);

/// Call this before the first thread. With glibc, all threads then share one heap, which grows by at least a megabyte
/// at a time; a heap for each thread would make a system call for every few pages. Also resets the timer slack.
void cplatform_prepare_for_threads(void);

/// Call this before a wait, which could end too late otherwise: on Linux, a process may inherit a large timer slack.
void cplatform_reset_timer_slack(void);

/// Runs `body` on a detached thread with SIGPIPE blocked, so that a closed connection is an error and not the end of
/// the process. On macOS the signal is for the whole process, but libcurl's sockets do not send it there. The result
/// of `body` is ignored. False if no thread can be started.
bool cplatform_start_thread(void *(*body)(void *context), void *context);

/// Writes the system's text for an error number. On some systems, strerror(3) has one buffer for all threads.
void cplatform_describe_error(int code, char *text, size_t size);

/// Whether a thread with a stack of the system's default size can be started: starts one that ends at once.
bool cplatform_can_start_thread(void);

/// Writes with one write(2), repeated only while a non-blocking descriptor accepts nothing; drops what is not accepted
/// within about `milliseconds`, and ends the process. A closed or full pipe or a stopped terminal changes neither
/// status nor time limit.
_Noreturn void cplatform_write_and_exit(
    int descriptor, const void *bytes, size_t count, int milliseconds, int status);

/// Starts this program again with `arguments` (terminated by NULL): in a session of its own and in `/`, with /dev/null
/// as its standard streams, no other inherited descriptor, no signal blocked or ignored, and this environment. PATH is
/// not searched. Returns 0 or an error number, without waiting for the child.
int cplatform_spawn_self(char *const arguments[]);

/// Sets the name that `ps -e` shows, on Linux only. Without it a refresh is called `exe`, since it is started as
/// /proc/self/exe.
void cplatform_set_process_name(const char *name);

#endif
