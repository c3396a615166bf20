// A libcurl that passes every call on to the real one, except as its variables say.
//
// `SHIM_TLS` is the TLS library that it reports, `SHIM_UNKNOWN` contains the numbers of the options that it does not
// know, each between commas, `SHIM_INITIALIZATION` is how many microseconds longer its initialization takes, and
// `SHIM_LOG` is a file for the options that are set to numbers, and for its initialization.
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *real(const char *name) {
    return dlsym(dlopen(getenv("SHIM_REAL"), RTLD_NOW), name);
}

static int is_unknown(int option) {
    char text[16];
    snprintf(text, sizeof text, ",%d,", option);
    return getenv("SHIM_UNKNOWN") && strstr(getenv("SHIM_UNKNOWN"), text);
}

static void append(const char *format, ...) {
    FILE *log = fopen(getenv("SHIM_LOG"), "a");
    va_list list;
    va_start(list, format);
    vfprintf(log, format, list);
    va_end(list);
    fclose(log);
}

struct head {
    int age;
    const char *version;
    unsigned int number;
    const char *host;
    int features;
    const char *tls;
};

static int is_initialized;

// Until Apple's is initialized, it names the other library as the one in use.
struct head *curl_version_info(int age) {
    struct head *info = ((struct head * (*)(int)) real("curl_version_info"))(age);
    if (getenv("SHIM_TLS")) info->tls = is_initialized ? getenv("SHIM_TLS") : "SecureTransport (LibreSSL/3.3.6)";
    return info;
}

int curl_easy_setopt(void *handle, int option, ...) {
    va_list list;
    va_start(list, option);
    void *value = va_arg(list, void *);
    va_end(list);
    if (is_unknown(option)) return 48;
    if (option < 10000 && getenv("SHIM_LOG")) append("%d %ld\n", option, (long)value);
    return ((int (*)(void *, int, ...))real("curl_easy_setopt"))(handle, option, value);
}

int curl_easy_getinfo(void *handle, int info, ...) {
    va_list list;
    va_start(list, info);
    void *value = va_arg(list, void *);
    va_end(list);
    return ((int (*)(void *, int, ...))real("curl_easy_getinfo"))(handle, info, value);
}

int curl_global_init(long flags) {
    int code = ((int (*)(long))real("curl_global_init"))(flags);
    is_initialized = 1;
    if (getenv("SHIM_INITIALIZATION")) usleep(atoi(getenv("SHIM_INITIALIZATION")));
    if (getenv("SHIM_LOG")) append("global %ld\n", flags);
    return code;
}
void *curl_easy_init(void) { return ((void *(*)(void))real("curl_easy_init"))(); }
void *curl_multi_init(void) { return ((void *(*)(void))real("curl_multi_init"))(); }
int curl_multi_add_handle(void *multi, void *handle) {
    return ((int (*)(void *, void *))real("curl_multi_add_handle"))(multi, handle);
}
int curl_multi_perform(void *multi, int *running) {
    return ((int (*)(void *, int *))real("curl_multi_perform"))(multi, running);
}
int curl_multi_poll(void *multi, void *extra, unsigned int count, int timeout, int *ready) {
    return ((int (*)(void *, void *, unsigned int, int, int *))real("curl_multi_poll"))(multi, extra, count, timeout, ready);
}
void *curl_multi_info_read(void *multi, int *left) {
    return ((void *(*)(void *, int *))real("curl_multi_info_read"))(multi, left);
}
const char *curl_easy_strerror(int code) {
    return ((const char *(*)(int))real("curl_easy_strerror"))(code);
}
void *curl_slist_append(void *list, const char *line) {
    return ((void *(*)(void *, const char *))real("curl_slist_append"))(list, line);
}
