#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

/* From <curl/curl.h>, so that libcurl's -dev package is not required. */
enum { CURL_GLOBAL_ALL = 3, CURLOPT_URL = 10002, CURLOPT_CAINFO = 10065, CURLOPT_CAPATH = 10097 };

/* The minimum for a live quote: opens libcurl, makes one request with certificates looked up by hash, and ends. */
int main(int count, char **arguments) {
    void *library = dlopen("libcurl.so.4", RTLD_LAZY);
    if (library == NULL || count != 2) return 2;
    int (*global_init)(long) = dlsym(library, "curl_global_init");
    void *(*easy_init)(void) = dlsym(library, "curl_easy_init");
    int (*easy_setopt)(void *, int, ...) = dlsym(library, "curl_easy_setopt");
    int (*easy_perform)(void *) = dlsym(library, "curl_easy_perform");

    if (global_init(CURL_GLOBAL_ALL) != 0) return 2;
    void *handle = easy_init();
    easy_setopt(handle, CURLOPT_URL, arguments[1]);
    easy_setopt(handle, CURLOPT_CAINFO, NULL);
    easy_setopt(handle, CURLOPT_CAPATH, "/etc/ssl/certs");
    int code = easy_perform(handle);
    fflush(stdout);
    _exit(code != 0);
}
