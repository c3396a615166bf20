#include "CPlatform.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/prctl.h>
#endif

/// In bytes: enough for a TLS handshake and a response.
enum { STACK_SIZE = 512 << 10 };

void cplatform_prepare_for_threads(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TOP_PAD, 1 << 20);
#endif
    cplatform_reset_timer_slack();
}

void cplatform_reset_timer_slack(void) {
#ifdef __linux__
    // Linux's own initial value, in nanoseconds.
    prctl(PR_SET_TIMERSLACK, 50000);
#endif
}

bool cplatform_start_thread(void *(*body)(void *context), void *context) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    // A thread inherits the mask of the one that starts it.
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    pthread_t thread;
    bool started = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0 &&
                   pthread_attr_setstacksize(&attributes, STACK_SIZE) == 0 &&
                   pthread_create(&thread, &attributes, body, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

// Without _GNU_SOURCE, which this file does not define, glibc's strerror_r is that of POSIX.
void cplatform_describe_error(int code, char *text, size_t size) { strerror_r(code, text, size); }

static void *end_at_once(void *context) { return context; }

bool cplatform_can_start_thread(void) {
    pthread_t thread;
    return pthread_create(&thread, NULL, end_at_once, NULL) == 0 && pthread_join(thread, NULL) == 0;
}
