#include "CPlatform.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t has_expired;

static void expire(int signal) {
    (void)signal;
    has_expired = 1;
}

void cplatform_write_and_exit(int descriptor, const void *bytes, size_t count, int milliseconds, int status) {
    signal(SIGPIPE, SIG_IGN);
    // A terminal with `tostop` stops a background process that writes to it.
    signal(SIGTTOU, SIG_IGN);
    // Without SA_RESTART, the signal interrupts a waiting write.
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = expire}, NULL);
    sigset_t alarm_signal;
    sigemptyset(&alarm_signal);
    sigaddset(&alarm_signal, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm_signal, NULL);
    // On a busy machine the first signal may come before the write; then the next one interrupts it.
    struct timeval limit = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
    setitimer(ITIMER_REAL, &(struct itimerval){.it_interval = limit, .it_value = limit}, NULL);
    while (write(descriptor, bytes, count) < 0 && errno == EAGAIN && !has_expired) {
#ifdef __APPLE__
        // On macOS poll(2) may not support terminals.
        usleep(1000);
#else
        poll(&(struct pollfd){.fd = descriptor, .events = POLLOUT}, 1, -1);
#endif
    }
    _exit(status);
}
