#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#ifdef __APPLE__
static const char *const sonames[] = {"/usr/lib/libcurl.4.dylib"};
#define NOT_FOUND "libcurl cannot be loaded (tried /usr/lib/libcurl.4.dylib)"
#else
static const char *const sonames[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#define NOT_FOUND "libcurl cannot be loaded (tried libcurl.so.4, libcurl-gnutls.so.4): install libcurl4"
#endif

enum { GLOBAL_DEFAULT = 3 };
enum { OPT_WRITEDATA = 10001, OPT_HEADERDATA = 10029 };
enum { OPT_WRITEFUNCTION = 20011, OPT_HEADERFUNCTION = 20079 };

/// The beginning of curl_version_info_data. libcurl only appends to it; `age` indicates which members exist.
struct version_info {
    int age;
    const char *version;
    unsigned int version_num;
    const char *host;
    int features;
    const char *ssl_version;
    long ssl_version_num;
    const char *libz_version;
    const char *const *protocols;
    const char *ares;
    int ares_num;
    const char *libidn;
    int iconv_ver_num;
    const char *libssh_version;
    unsigned int brotli_ver_num;
    const char *brotli_version;
    unsigned int nghttp2_ver_num;
    const char *nghttp2_version;
    const char *quic_version;
    const char *cainfo;
    const char *capath;
};
enum { VERSION_NOW = 10, AGE_WITH_CA = 6 };

static struct {
    int (*global_init)(long flags);
    struct version_info *(*version_info)(int age);
    CCurlHandle *(*easy_init)(void);
    void (*easy_cleanup)(CCurlHandle *);
    int (*easy_perform)(CCurlHandle *);
    int (*easy_setopt)(CCurlHandle *, int, ...);
    int (*easy_getinfo)(CCurlHandle *, int, ...);
    const char *(*easy_strerror)(int);
    CCurlList *(*slist_append)(CCurlList *, const char *);
    void (*slist_free_all)(CCurlList *);
} curl;

static const struct {
    const char *name;
    void *address;
} symbols[] = {
    {"curl_global_init", &curl.global_init},     {"curl_version_info", &curl.version_info},
    {"curl_easy_init", &curl.easy_init},         {"curl_easy_cleanup", &curl.easy_cleanup},
    {"curl_easy_perform", &curl.easy_perform},   {"curl_easy_setopt", &curl.easy_setopt},
    {"curl_easy_getinfo", &curl.easy_getinfo},   {"curl_easy_strerror", &curl.easy_strerror},
    {"curl_slist_append", &curl.slist_append},   {"curl_slist_free_all", &curl.slist_free_all},
};

static char message[512];

/// Whether the loader found no library of this name. It names another one if a dependency is missing.
static bool is_not_found(const char *loader_error, const char *soname) {
    return strncmp(loader_error, soname, strlen(soname)) == 0 && strstr(loader_error, "No such file") != NULL;
}

// RTLD_LAZY: libcurl brings thirty libraries with thousands of functions, and a transfer calls few of them. The functions
// that are used here are looked up below, all of them or none.
static const char *open_library(void) {
    void *library = NULL;
    for (size_t i = 0; library == NULL && i < sizeof sonames / sizeof *sonames; i++) {
        library = dlopen(sonames[i], RTLD_LAZY);
        const char *error = library == NULL ? dlerror() : NULL;
        if (error != NULL && !is_not_found(error, sonames[i])) {
            snprintf(message, sizeof message, "libcurl cannot be loaded: %s", error);
        }
    }
    if (library == NULL) return *message != '\0' ? message : NOT_FOUND;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(library, symbols[i].name);
        if (address == NULL) {
            snprintf(message, sizeof message, "libcurl has no %s", symbols[i].name);
            return message;
        }
        *(void **)symbols[i].address = address;
    }
    return curl.global_init(GLOBAL_DEFAULT) == 0 ? NULL : "libcurl cannot be initialized";
}

static const char *load_error;

static void open_once(void) { load_error = open_library(); }

const char *ccurl_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_once);
    return load_error;
}

CCurlBuild ccurl_build(void) {
    const struct version_info *info = curl.version_info(VERSION_NOW);
    bool knows_ca = info->age >= AGE_WITH_CA;
    return (CCurlBuild){info->version, info->version_num, info->ssl_version, knows_ca ? info->capath : NULL};
}

CCurlHandle *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_cleanup(CCurlHandle *handle) { curl.easy_cleanup(handle); }
int ccurl_easy_perform(CCurlHandle *handle) { return curl.easy_perform(handle); }
const char *ccurl_easy_strerror(int code) { return curl.easy_strerror(code); }

int ccurl_set_number(CCurlHandle *handle, int option, long value) {
    return curl.easy_setopt(handle, option, value);
}

int ccurl_set_text(CCurlHandle *handle, int option, const char *value) {
    return curl.easy_setopt(handle, option, value);
}

int ccurl_set_list(CCurlHandle *handle, int option, CCurlList *list) {
    return curl.easy_setopt(handle, option, list);
}

int ccurl_set_buffer(CCurlHandle *handle, int option, char *buffer) {
    return curl.easy_setopt(handle, option, buffer);
}

static int set_callback(CCurlHandle *handle, int function_option, void (*function)(void), int data_option, void *data) {
    int code = curl.easy_setopt(handle, function_option, function);
    return code != 0 ? code : curl.easy_setopt(handle, data_option, data);
}

int ccurl_set_body(CCurlHandle *handle, CCurlReceive receive, void *context) {
    return set_callback(handle, OPT_WRITEFUNCTION, (void (*)(void))receive, OPT_WRITEDATA, context);
}

int ccurl_set_header(CCurlHandle *handle, CCurlReceive receive, void *context) {
    return set_callback(handle, OPT_HEADERFUNCTION, (void (*)(void))receive, OPT_HEADERDATA, context);
}

CCurlList *ccurl_list_append(CCurlList *list, const char *line) { return curl.slist_append(list, line); }
void ccurl_list_free(CCurlList *list) { curl.slist_free_all(list); }

// libcurl leaves the value unchanged if it does not know the info.
long ccurl_get_number(CCurlHandle *handle, int info) {
    long value = -1;
    curl.easy_getinfo(handle, info, &value);
    return value;
}

int64_t ccurl_get_offset(CCurlHandle *handle, int info) {
    int64_t value = 0;
    curl.easy_getinfo(handle, info, &value);
    return value;
}
