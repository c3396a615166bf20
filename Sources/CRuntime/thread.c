#include "CRuntime.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Enough for a TLS handshake and for reading an answer.
enum { STACK_SIZE = 512 << 10 };

void crt_prepare_for_threads(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TOP_PAD, 1 << 20);
#endif
}

struct work {
    void (*body)(void *context);
    void *context;
};

static void *run(void *argument) {
    struct work work = *(struct work *)argument;
    free(argument);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    work.body(work.context);
    return NULL;
}

bool crt_start_thread(void (*body)(void *context), void *context) {
    struct work *work = malloc(sizeof *work);
    pthread_attr_t attributes;
    if (work == NULL) return false;
    if (pthread_attr_init(&attributes) != 0) {
        free(work);
        return false;
    }
    *work = (struct work){body, context};
    pthread_t thread;
    bool started = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0 &&
                   pthread_attr_setstacksize(&attributes, STACK_SIZE) == 0 &&
                   pthread_create(&thread, &attributes, run, work) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) free(work);
    return started;
}
