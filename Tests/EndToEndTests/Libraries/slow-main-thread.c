// The main thread continues 600 ms after a report has come.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

typedef int wait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
    int result = ((wait *)dlsym(RTLD_NEXT, "pthread_cond_timedwait"))(condition, mutex, deadline);
    if (result == 0) {
        pthread_mutex_unlock(mutex);
        usleep(600000);
        pthread_mutex_lock(mutex);
    }
    return result;
}
