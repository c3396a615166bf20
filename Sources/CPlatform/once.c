#include "CCurl.h"

#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

void ccurl_once(void (*initialize)(void)) { pthread_once(&once, initialize); }
