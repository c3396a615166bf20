#include "CSystem.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void interrupt(int signal) { (void)signal; }

static int64_t now_in_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void csystem_timed_write(int descriptor, const void *bytes, size_t count, int milliseconds) {
    signal(SIGPIPE, SIG_IGN);
    // Without SA_RESTART the alarm interrupts a write that blocks. It repeats in case the first one comes before the write.
    struct sigaction action = {.sa_handler = interrupt};
    sigaction(SIGALRM, &action, NULL);
    sigset_t alarm_signal;
    sigemptyset(&alarm_signal);
    sigaddset(&alarm_signal, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm_signal, NULL);
    struct itimerval timer = {.it_value = {.tv_usec = milliseconds * 1000}, .it_interval = {.tv_usec = 1000}};
    setitimer(ITIMER_REAL, &timer, NULL);

    int64_t deadline = now_in_milliseconds() + milliseconds;
    while (write(descriptor, bytes, count) < 0 && now_in_milliseconds() < deadline) {
        if (errno == EINTR) continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK) break;
        struct pollfd request = {.fd = descriptor, .events = POLLOUT};
        poll(&request, 1, milliseconds);
    }
    timer = (struct itimerval){{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
}
