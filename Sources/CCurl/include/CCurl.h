#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// libcurl, opened at run time. Numbers and types are those of curl/curl.h, an ABI that has not changed since 7.10.
typedef struct CCurlHandle CCurlHandle;

/// Opens libcurl and finds every function used here, once: NULL, or a line that says what is missing. Whoever comes while
/// another thread opens it waits. It is never closed.
const char *ccurl_open(void);

/// What libcurl is, its version as 0xXXYYZZ, and what it was built with; any of the texts may be NULL.
typedef struct {
    unsigned int version;
    const char *tls;
    const char *ca_directory;
} CCurlBuild;

/// Only after ccurl_open has succeeded, as every function below.
CCurlBuild ccurl_build(void);

/// NULL when memory is out.
CCurlHandle *ccurl_easy_init(void);
void ccurl_easy_cleanup(CCurlHandle *handle);
/// A CURLcode.
int ccurl_easy_perform(CCurlHandle *handle);
/// libcurl's words for a CURLcode.
const char *ccurl_easy_strerror(int code);

/// Each returns a CURLcode: 48 for an option this libcurl does not know.
int ccurl_set_number(CCurlHandle *handle, int option, long value);
int ccurl_set_text(CCurlHandle *handle, int option, const char *value);
/// The buffer has to stay as long as the handle does.
int ccurl_set_buffer(CCurlHandle *handle, int option, char *buffer);

/// Takes `size` times `count` bytes, and returns how many it took: fewer end the transfer.
typedef size_t (*CCurlReceive)(char *bytes, size_t size, size_t count, void *context);

int ccurl_set_body(CCurlHandle *handle, CCurlReceive receive, void *context);
int ccurl_set_header(CCurlHandle *handle, CCurlReceive receive, void *context);

typedef struct CCurlList CCurlList;

/// Appends a line; NULL starts a list. NULL when memory is out; the list that was passed is then still there.
CCurlList *ccurl_list_append(CCurlList *list, const char *line);
void ccurl_list_free(CCurlList *list);
int ccurl_set_list(CCurlHandle *handle, int option, CCurlList *list);

/// What a finished transfer tells; -1 where this libcurl does not know.
long ccurl_get_number(CCurlHandle *handle, int info);
/// Microseconds that a finished transfer tells; 0 where this libcurl does not know.
int64_t ccurl_get_offset(CCurlHandle *handle, int info);

#endif
