#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// libcurl, opened at run time. Numbers and types are those of curl/curl.h, an ABI that has not changed since 7.10.
typedef struct CCurlHandle CCurlHandle;

/// To be called before the first thread that transfers is started: all share one heap, which grows by a megabyte. A
/// thread's own heap grows page by page, with a system call each time.
void ccurl_prepare_for_threads(void);

/// Opens libcurl and finds every function used here, once; NULL, or a line that says what is missing. Not for two
/// threads at once. It is never closed.
const char *ccurl_open(void);

/// What libcurl was built with; any of the texts may be NULL.
typedef struct {
    const char *tls;
    const char *ca_bundle;
    const char *ca_directory;
} CCurlBuild;

CCurlBuild ccurl_build(void);

CCurlHandle *ccurl_easy_init(void);
void ccurl_easy_cleanup(CCurlHandle *handle);
int ccurl_easy_perform(CCurlHandle *handle);
const char *ccurl_easy_strerror(int code);

/// Each returns a CURLcode: 48 for an option this libcurl does not know.
int ccurl_set_number(CCurlHandle *handle, int option, long value);
int ccurl_set_text(CCurlHandle *handle, int option, const char *value);

typedef size_t (*CCurlReceive)(char *bytes, size_t size, size_t count, void *context);
typedef int (*CCurlProgress)(void *context, int64_t, int64_t, int64_t, int64_t);

int ccurl_set_body(CCurlHandle *handle, CCurlReceive receive, void *context);
int ccurl_set_header(CCurlHandle *handle, CCurlReceive receive, void *context);
int ccurl_set_progress(CCurlHandle *handle, CCurlProgress progress, void *context);

typedef struct CCurlList CCurlList;

/// NULL when memory is out; the list that was passed is then still there.
CCurlList *ccurl_list_append(CCurlList *list, const char *line);
void ccurl_list_free(CCurlList *list);
int ccurl_set_list(CCurlHandle *handle, int option, CCurlList *list);

/// What a finished transfer tells; -1 where this libcurl does not know.
long ccurl_get_number(CCurlHandle *handle, int info);
int64_t ccurl_get_offset(CCurlHandle *handle, int info);

#endif
