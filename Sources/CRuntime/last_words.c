#include "CRuntime.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static void interrupt(int signal) { (void)signal; }

void crt_write_within(int descriptor, const void *bytes, size_t count, int milliseconds) {
    signal(SIGPIPE, SIG_IGN);
    // Not restarted: the alarm ends a write that blocks. It comes again in case the first one came too early.
    struct sigaction action = {.sa_handler = interrupt};
    sigaction(SIGALRM, &action, NULL);
    sigset_t alarm_signal;
    sigemptyset(&alarm_signal);
    sigaddset(&alarm_signal, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm_signal, NULL);
    struct itimerval timer = {.it_value = {.tv_usec = milliseconds * 1000}, .it_interval = {.tv_usec = 1000}};
    setitimer(ITIMER_REAL, &timer, NULL);

    int64_t deadline = crt_now() + (int64_t)milliseconds * 1000000;
    while (write(descriptor, bytes, count) < 0 && crt_now() < deadline) {
        if (errno == EINTR) continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK) break;
        struct pollfd request = {.fd = descriptor, .events = POLLOUT};
        poll(&request, 1, milliseconds);
    }
    timer = (struct itimerval){{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
}
