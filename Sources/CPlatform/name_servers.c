#include "CPlatform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__

/// Whether /etc/resolv.conf names a second name server, and sets no timeout. A single slow one must not
/// be asked anew before it has responded.
static bool system_allows_limit(void) {
    FILE *file = fopen("/etc/resolv.conf", "re");
    if (file == NULL) return false;
    char line[1024];
    int servers = 0;
    bool has_timeout = false;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "nameserver", strlen("nameserver")) == 0) servers++;
        if (strncmp(line, "options", strlen("options")) == 0 && strstr(line, "timeout:") != NULL) has_timeout = true;
    }
    fclose(file);
    return servers > 1 && !has_timeout;
}

void cplatform_limit_name_servers(void) {
    const char *options = getenv("RES_OPTIONS");
    if (options == NULL) options = "";
    if (strstr(options, "timeout:") != NULL || !system_allows_limit()) return;
    char longer[256];
    int length = snprintf(longer, sizeof longer, "%s timeout:2", options);
    if (length > 0 && (size_t)length < sizeof longer) setenv("RES_OPTIONS", longer, 1);
}

#else

void cplatform_limit_name_servers(void) {}

#endif
