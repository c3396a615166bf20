#include "CRuntime.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct CRMailbox {
    pthread_mutex_t mutex;
    pthread_cond_t filled;
    size_t capacity;
    size_t count;
    void *items[];
};

CRMailbox *crt_mailbox_create(size_t capacity) {
    CRMailbox *mailbox = malloc(sizeof *mailbox + capacity * sizeof(void *));
    if (mailbox == NULL) return NULL;
    mailbox->capacity = capacity;
    mailbox->count = 0;
    pthread_mutex_init(&mailbox->mutex, NULL);
#ifdef __APPLE__
    pthread_cond_init(&mailbox->filled, NULL);
#else
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&mailbox->filled, &attributes);
    pthread_condattr_destroy(&attributes);
#endif
    return mailbox;
}

void crt_mailbox_destroy(CRMailbox *mailbox) {
    pthread_cond_destroy(&mailbox->filled);
    pthread_mutex_destroy(&mailbox->mutex);
    free(mailbox);
}

bool crt_mailbox_put(CRMailbox *mailbox, void *item) {
    pthread_mutex_lock(&mailbox->mutex);
    bool fits = mailbox->count < mailbox->capacity;
    if (fits) mailbox->items[mailbox->count++] = item;
    pthread_cond_signal(&mailbox->filled);
    pthread_mutex_unlock(&mailbox->mutex);
    return fits;
}

#ifdef __APPLE__
/// An hour.
static const int64_t LONGEST_WAIT = 3600ll * 1000000000;
#endif

static void wait_until(CRMailbox *mailbox, int64_t deadline) {
#ifdef __APPLE__
    // A time of nothing would be for ever there, and one that is too long is cut off: the caller asks again.
    int64_t left = deadline - crt_now();
    if (left <= 0) return;
    if (left > LONGEST_WAIT) left = LONGEST_WAIT;
    struct timespec time = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
    pthread_cond_timedwait_relative_np(&mailbox->filled, &mailbox->mutex, &time);
#else
    struct timespec time = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000};
    pthread_cond_timedwait(&mailbox->filled, &mailbox->mutex, &time);
#endif
}

void *crt_mailbox_take(CRMailbox *mailbox, int64_t deadline) {
    void *item = NULL;
    pthread_mutex_lock(&mailbox->mutex);
    while (mailbox->count == 0 && crt_now() < deadline) wait_until(mailbox, deadline);
    if (mailbox->count > 0) {
        item = mailbox->items[0];
        mailbox->count--;
        for (size_t i = 0; i < mailbox->count; i++) mailbox->items[i] = mailbox->items[i + 1];
    }
    pthread_mutex_unlock(&mailbox->mutex);
    return item;
}
