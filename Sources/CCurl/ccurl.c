#include "CCurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#ifdef __APPLE__
static const char *const sonames[] = {"/usr/lib/libcurl.4.dylib"};
#define NOT_FOUND "libcurl cannot be opened (tried /usr/lib/libcurl.4.dylib)"
#else
static const char *const sonames[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#define NOT_FOUND "libcurl cannot be opened (tried libcurl.so.4, libcurl-gnutls.so.4): install libcurl4"
#endif

enum { GLOBAL_DEFAULT = 3 };
enum { OPT_WRITEDATA = 10001, OPT_HEADERDATA = 10029 };
enum { OPT_WRITEFUNCTION = 20011, OPT_HEADERFUNCTION = 20079 };

/// The head of curl_version_info_data, which libcurl only ever appends to; age says how far it reaches.
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
enum { VERSION_NOW = 10, AGE_WITH_CA = 7 };

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

static const char *why_not_found(void) {
    int probe = open("/", O_RDONLY | O_CLOEXEC);
    if (probe < 0 && errno == EMFILE) return "libcurl cannot be opened: no file descriptor is left";
    if (probe >= 0) close(probe);
    return NOT_FOUND;
}

// RTLD_LAZY: of the thousands of functions in the thirty libraries that come along a transfer calls a few. Those that are
// used here are found below, all of them or none.
static const char *open_library(void) {
    static char message[160];
    void *library = NULL;
    for (size_t i = 0; library == NULL && i < sizeof sonames / sizeof *sonames; i++) {
        library = dlopen(sonames[i], RTLD_LAZY);
    }
    if (library == NULL) return why_not_found();
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(library, symbols[i].name);
        if (address == NULL) {
            snprintf(message, sizeof message, "libcurl has no %s", symbols[i].name);
            return message;
        }
        *(void **)symbols[i].address = address;
    }
    return curl.global_init(GLOBAL_DEFAULT) == 0 ? NULL : "libcurl cannot be started";
}

static const char *problem;

static void open_once(void) { problem = open_library(); }

const char *ccurl_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_once);
    return problem;
}

CCurlBuild ccurl_build(void) {
    const struct version_info *info = curl.version_info(VERSION_NOW);
    bool knows_ca = info->age >= AGE_WITH_CA;
    return (CCurlBuild){info->version_num, info->ssl_version, knows_ca ? info->capath : NULL};
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

// What libcurl does not know it leaves as it is.
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
