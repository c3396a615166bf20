#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// libcurl, opened at run time. Numbers and types are those of curl/curl.h, whose ABI has not changed since 7.10.
typedef struct CCurlHandle CCurlHandle;

/// Opens libcurl and looks up every function used here, once. Returns NULL, or a clause that says what is missing. Waits if
/// another thread is opening it. It is never closed.
const char *ccurl_open(void);

/// libcurl's version as a text and as 0xXXYYZZ, and what it was built with. Each text may be NULL.
typedef struct {
    const char *version_text;
    unsigned int version;
    const char *tls;
    const char *ca_directory;
} CCurlBuild;

/// This function and all below may only be called after ccurl_open has succeeded.
CCurlBuild ccurl_build(void);

/// NULL if out of memory.
CCurlHandle *ccurl_easy_init(void);
void ccurl_easy_cleanup(CCurlHandle *handle);
/// Returns a CURLcode.
int ccurl_easy_perform(CCurlHandle *handle);
/// libcurl's text for a CURLcode.
const char *ccurl_easy_strerror(int code);

/// Each returns a CURLcode; 48 for an option that this libcurl does not know.
int ccurl_set_number(CCurlHandle *handle, int option, long value);
int ccurl_set_text(CCurlHandle *handle, int option, const char *value);
/// The buffer must outlive the handle.
int ccurl_set_buffer(CCurlHandle *handle, int option, char *buffer);

/// Receives `size` times `count` bytes, and returns how many it accepted. Fewer end the transfer.
typedef size_t (*CCurlReceive)(char *bytes, size_t size, size_t count, void *context);

int ccurl_set_body(CCurlHandle *handle, CCurlReceive receive, void *context);
int ccurl_set_header(CCurlHandle *handle, CCurlReceive receive, void *context);

typedef struct CCurlList CCurlList;

/// Appends a line. NULL starts a list. Returns NULL if out of memory; the list that was passed is then unchanged.
CCurlList *ccurl_list_append(CCurlList *list, const char *line);
void ccurl_list_free(CCurlList *list);
int ccurl_set_list(CCurlHandle *handle, int option, CCurlList *list);

/// A number that libcurl reports about a transfer; -1 if this libcurl does not know it.
long ccurl_get_number(CCurlHandle *handle, int info);
/// Microseconds that libcurl reports about a transfer; 0 if this libcurl does not know them.
int64_t ccurl_get_offset(CCurlHandle *handle, int info);

#endif
