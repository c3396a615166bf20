// A libcurl that passes every call on to the real one, except as its variables say.
//
// `SHIM_TLS` is the TLS library that it reports, `SHIM_DIRECTORY` the certificate directory, and `SHIM_AGE` the
// version of the structure with both: before version 6 it did not contain the directory, and here
// the pointer to that is invalid. `SHIM_UNKNOWN` contains the numbers of the options and infos that it does not
// know, `SHIM_NOT_BUILT_IN` of the options that it was built without, each between commas; `SHIM_LOG` is a file for the
// options that are set to numbers, and for its initialization.
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *real(const char *name) {
    return dlsym(dlopen(getenv("SHIM_REAL"), RTLD_NOW), name);
}

static int is_in(const char *variable, int option) {
    char text[16];
    snprintf(text, sizeof text, ",%d,", option);
    return getenv(variable) && strstr(getenv(variable), text);
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
    long tls_number;
    const char *libz;
    const char *const *protocols;
    const char *ares;
    int ares_number;
    const char *idn;
    int iconv_number;
    const char *ssh;
    unsigned int brotli_number;
    const char *brotli;
    unsigned int http2_number;
    const char *http2;
    const char *quic;
    const char *ca_file;
    const char *ca_directory;
};

struct head *curl_version_info(int age) {
    struct head *info = ((struct head * (*)(int)) real("curl_version_info"))(age);
    if (getenv("SHIM_TLS")) info->tls = getenv("SHIM_TLS");
    if (getenv("SHIM_DIRECTORY")) info->ca_directory = getenv("SHIM_DIRECTORY");
    if (getenv("SHIM_AGE")) info->age = atoi(getenv("SHIM_AGE"));
    if (info->age < 6) info->ca_file = info->ca_directory = (const char *)1;
    return info;
}

int curl_easy_setopt(void *handle, int option, ...) {
    va_list list;
    va_start(list, option);
    void *value = va_arg(list, void *);
    va_end(list);
    if (is_in("SHIM_UNKNOWN", option)) return 48;
    if (is_in("SHIM_NOT_BUILT_IN", option)) return 4;
    if (option < 10000 && getenv("SHIM_LOG")) append("%d %ld\n", option, (long)value);
    return ((int (*)(void *, int, ...))real("curl_easy_setopt"))(handle, option, value);
}

int curl_easy_getinfo(void *handle, int info, ...) {
    va_list list;
    va_start(list, info);
    void *value = va_arg(list, void *);
    va_end(list);
    if (is_in("SHIM_UNKNOWN", info)) return 48;
    return ((int (*)(void *, int, ...))real("curl_easy_getinfo"))(handle, info, value);
}

int curl_global_init(long flags) {
    int code = ((int (*)(long))real("curl_global_init"))(flags);
    if (getenv("SHIM_LOG")) {
        usleep(200000);
        append("global %ld\n", flags);
    }
    return code;
}
void *curl_easy_init(void) { return ((void *(*)(void))real("curl_easy_init"))(); }
int curl_easy_perform(void *handle) { return ((int (*)(void *))real("curl_easy_perform"))(handle); }
const char *curl_easy_strerror(int code) {
    return ((const char *(*)(int))real("curl_easy_strerror"))(code);
}
void *curl_slist_append(void *list, const char *line) {
    return ((void *(*)(void *, const char *))real("curl_slist_append"))(list, line);
}
