#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stdbool.h>
#include <stddef.h>

/// The number of arguments this process was started with, its own name included, and each of them; NULL after the last.
int cplatform_argument_count(void);
const char *cplatform_argument(int index);

/// Call this before the first thread is started. All threads then share one heap, which grows by a megabyte at a time; a
/// heap for each thread would grow page by page, with a system call for each. On Linux, their waits then end when they
/// should, even if a large timer slack was inherited.
void cplatform_configure_process(void);

/// Runs `body` on a detached thread on which SIGPIPE is blocked, so that a closed connection is an error and does not end
/// the process. The result of `body` is ignored. False if no thread can be started.
bool cplatform_start_thread(void *(*body)(void *context), void *context);

/// Writes the bytes with one write(2) if the descriptor accepts them within this many milliseconds, drops them otherwise,
/// and ends the process with `status`. Neither SIGPIPE nor a full pipe nor a stopped terminal can delay it further.
_Noreturn void cplatform_write_and_exit(
    int descriptor, const void *bytes, size_t count, int milliseconds, int status);

/// Starts this program again with `arguments` (terminated by NULL): in a session of its own and in `/`, with /dev/null as
/// its standard streams, no other inherited descriptor, and no signal blocked or ignored. The kernel names the executable;
/// PATH is not searched. Returns 0 or an error number.
int cplatform_spawn_self(char *const arguments[]);

/// Sets the name that `ps -e` shows, on Linux. Otherwise it would be `exe`, since a refresh is started as /proc/self/exe.
void cplatform_set_process_name(const char *name);

#endif
