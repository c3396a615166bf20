#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stdbool.h>
#include <stddef.h>

/// The number of arguments of this process, the program name included.
int cplatform_argument_count(void);

/// Argument 0 is the program name; NULL after the last one.
const char *cplatform_argument(int index);

/// Call this before the first thread is started; it has an effect with glibc only. All threads then share one heap, which grows
/// by a megabyte at a time; a heap for each thread would grow by a few pages at a time, each time with a system call. It resets
/// the timer slack too, for all threads that are started afterwards.
void cplatform_configure_process(void);

/// Call this before a wait: this thread's waits then end when they should, even if the process has inherited a large timer slack,
/// which Linux has.
void cplatform_reset_timer_slack(void);

/// Runs `body` on a detached thread on which SIGPIPE is blocked, so that a closed connection is an error and does not end
/// the process. The result of `body` is ignored. False if no thread can be started.
bool cplatform_start_thread(void *(*body)(void *context), void *context);

/// Waits about `milliseconds` at most until the descriptor accepts bytes, writes what it accepts with one write(2), drops the
/// rest, and ends the process with `status`. A closed or full pipe or a stopped terminal changes neither status nor time limit.
_Noreturn void cplatform_write_and_exit(
    int descriptor, const void *bytes, size_t count, int milliseconds, int status);

/// Starts this program again with `arguments` (terminated by NULL): in a session of its own and in `/`, with /dev/null as
/// its standard streams, no other inherited descriptor, no signal blocked or ignored, and this process's environment. The
/// path of the executable comes from the system; PATH is not searched. Returns 0 or an error number, without waiting for the
/// child to end.
int cplatform_spawn_self(char *const arguments[]);

/// Sets the name that `ps -e` shows, on Linux only. Unset, it is `exe` for a refresh, which is started as /proc/self/exe.
void cplatform_set_process_name(const char *name);

#endif
