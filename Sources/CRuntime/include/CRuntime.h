#ifndef CRUNTIME_H
#define CRUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How many words the process was called with, its own name among them, and each of them; NULL beyond the last.
int crt_argument_count(void);
const char *crt_argument(int index);
/// Whether the process was called by this name, in whatever folder.
bool crt_is_called(const char *name);

/// Nanoseconds of a clock that nobody sets; while the machine sleeps, it stands still.
int64_t crt_now(void);

/// To be called before the first thread is started: all threads then share one heap, which grows by a megabyte. A
/// thread's own heap would grow page by page, with a system call each time.
void crt_prepare_for_threads(void);

/// Runs `body` on a detached thread with SIGPIPE blocked, so that a peer that went away is an error and not an end.
/// What it returns is not looked at. False where no thread is to be had.
bool crt_start_thread(void *(*body)(void *context), void *context);

/// A box of fixed size between threads. Everybody who uses one sees to it that it outlives that use.
typedef struct CRMailbox CRMailbox;

/// NULL when memory is out.
CRMailbox *crt_mailbox_create(size_t capacity);
/// What is still in it is not freed.
void crt_mailbox_destroy(CRMailbox *mailbox);
/// False when the box is full.
bool crt_mailbox_put(CRMailbox *mailbox, void *item);
/// The oldest item; waits for one until `deadline` on the clock of `crt_now`, then returns NULL.
void *crt_mailbox_take(CRMailbox *mailbox, int64_t deadline);

/// Tries to get flock(2)'s exclusive lock until `deadline`, at least once. 0 when it is held, EWOULDBLOCK when another
/// held it all the time, any other error number where locks do not work.
int crt_lock(int descriptor, int64_t deadline);

/// Writes the bytes, once, if the descriptor takes them within so many milliseconds, and drops them otherwise. Neither
/// SIGPIPE nor a full pipe nor a stopped terminal can keep it longer. Only for the last moment of a process: it changes
/// how SIGPIPE and SIGALRM are handled.
void crt_write_within(int descriptor, const void *bytes, size_t count, int milliseconds);

/// Starts this program again as `arguments` (with a NULL at the end): in a session of its own, its standard streams on
/// /dev/null, no other descriptor inherited, no signal blocked or ignored. It is looked for where the kernel says that
/// it is, never on the PATH. 0, or an error number.
int crt_spawn_self(const char *const arguments[]);

#endif
