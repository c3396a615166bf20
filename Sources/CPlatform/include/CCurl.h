#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
// Any header of glibc defines __GLIBC__.
#include <stdint.h>

/// The package with libcurl, for a message: with glibc by the name that Debian knows, otherwise by Alpine's.
#ifdef __GLIBC__
#define CCURL_PACKAGE "libcurl4"
#else
#define CCURL_PACKAGE "libcurl"
#endif

// libcurl, which is opened at run time: its structures and callbacks, and what Swift cannot call of it. Types have the
// layout of those in curl/curl.h and curl/multi.h; libcurl's ABI has not changed since 7.16.0.

/// The beginning of curl_version_info_data, to which libcurl only appends; `age` says which members exist.
typedef struct {
    int age;
    const char *version;
    unsigned int version_num;
    const void *host;
    int features;
    const char *ssl_version;
    long ssl_version_num;
    const void *libz_version, *protocols, *ares;
    int ares_num;
    const void *libidn;
    int iconv_ver_num;
    const void *libssh_version;
    unsigned int brotli_ver_num;
    const void *brotli_version;
    unsigned int nghttp2_ver_num;
    const void *nghttp2_version, *quic_version;
    const char *cainfo, *capath;
} CCurlVersionInfo;

/// Receives `size` times `count` bytes, and returns how many it accepted; fewer end the transfer.
typedef size_t (*CCurlReceive)(char *bytes, size_t size, size_t count, void *context);

/// Is called with a new socket, before it is connected. 0 lets libcurl go on.
typedef int (*CCurlSocket)(void *context, int descriptor, int purpose);

/// Closes a socket in place of libcurl. Returns 0, or another number if that fails.
typedef int (*CCurlClose)(void *context, int descriptor);

/// CURLMsg of a transfer that has ended, up to its CURLcode.
typedef struct {
    int message;
    void *handle;
    int result;
} CCurlMessage;

/// Calls `initialize` once in this process; other threads that call this sleep meanwhile. In Embedded Swift, a thread
/// that waits while another initializes a static property would use the processor all the time.
void ccurl_once(void (*initialize)(void));

// Swift cannot call variadic functions: one function here for each type of the last argument; a callback is passed as a
// pointer. The first argument is the address of curl_easy_setopt or curl_easy_getinfo. Each of these functions returns
// a CURLcode.

typedef int (*CCurlVariadic)(void *handle, int option, ...);

static inline int ccurl_set_number(void *setopt, void *handle, int option, long value) {
    return ((CCurlVariadic)setopt)(handle, option, value);
}

static inline int ccurl_set_pointer(void *setopt, void *handle, int option, const void *value) {
    return ((CCurlVariadic)setopt)(handle, option, value);
}

/// Writes to the address `value`, unless libcurl does not know the info.
static inline int ccurl_get(void *getinfo, void *handle, int info, void *value) {
    return ((CCurlVariadic)getinfo)(handle, info, value);
}

#endif
