#include "CPlatform.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t exit_status;

static void end_process(int signal) {
    (void)signal;
    _exit(exit_status);
}

void cplatform_write_and_exit(int descriptor, const void *bytes, size_t count, int milliseconds, int status) {
    exit_status = status;
    signal(SIGPIPE, SIG_IGN);
    // A terminal with `tostop` stops a process in the background that writes to it.
    signal(SIGTTOU, SIG_IGN);
    signal(SIGALRM, end_process);
    sigset_t alarm_signal;
    sigemptyset(&alarm_signal);
    sigaddset(&alarm_signal, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm_signal, NULL);
    struct itimerval timer = {.it_value = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000}};
    setitimer(ITIMER_REAL, &timer, NULL);
    while (write(descriptor, bytes, count) < 0 && errno == EAGAIN) {
#ifdef __APPLE__
        // On macOS poll(2) does not support terminals.
        usleep(1000);
#else
        poll(&(struct pollfd){.fd = descriptor, .events = POLLOUT}, 1, -1);
#endif
    }
    _exit(status);
}
