#include "CPlatform.h"

#include <time.h>

enum { NANOSECONDS = 1000000000 };

void cplatform_monitor_init(CPlatformMonitor *monitor) {
    pthread_mutex_init(&monitor->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
#ifndef __APPLE__
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
    pthread_cond_init(&monitor->condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

void cplatform_monitor_destroy(CPlatformMonitor *monitor) {
    pthread_cond_destroy(&monitor->condition);
    pthread_mutex_destroy(&monitor->mutex);
}

void cplatform_monitor_lock(CPlatformMonitor *monitor) { pthread_mutex_lock(&monitor->mutex); }

void cplatform_monitor_unlock(CPlatformMonitor *monitor) { pthread_mutex_unlock(&monitor->mutex); }

void cplatform_monitor_notify(CPlatformMonitor *monitor) { pthread_cond_broadcast(&monitor->condition); }

void cplatform_monitor_wait(CPlatformMonitor *monitor, int64_t nanoseconds) {
    if (nanoseconds < 0) {
        pthread_cond_wait(&monitor->condition, &monitor->mutex);
        return;
    }
    struct timespec time = {.tv_sec = nanoseconds / NANOSECONDS, .tv_nsec = nanoseconds % NANOSECONDS};
#ifdef __APPLE__
    pthread_cond_timedwait_relative_np(&monitor->condition, &monitor->mutex, &time);
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    time.tv_sec += now.tv_sec;
    time.tv_nsec += now.tv_nsec;
    if (time.tv_nsec >= NANOSECONDS) {
        time.tv_sec++;
        time.tv_nsec -= NANOSECONDS;
    }
    pthread_cond_timedwait(&monitor->condition, &monitor->mutex, &time);
#endif
}
