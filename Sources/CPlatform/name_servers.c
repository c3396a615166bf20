#include "CPlatform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__

static bool system_has_timeout(void) {
    FILE *file = fopen("/etc/resolv.conf", "re");
    if (file == NULL) return false;
    char line[1024];
    bool found = false;
    while (!found && fgets(line, sizeof line, file) != NULL) {
        found = strncmp(line, "options", strlen("options")) == 0 && strstr(line, "timeout:") != NULL;
    }
    fclose(file);
    return found;
}

void cplatform_limit_name_servers(void) {
    const char *options = getenv("RES_OPTIONS");
    if (options == NULL) options = "";
    if (strstr(options, "timeout:") != NULL || system_has_timeout()) return;
    char longer[256];
    int length = snprintf(longer, sizeof longer, "%s timeout:2", options);
    if (length > 0 && (size_t)length < sizeof longer) setenv("RES_OPTIONS", longer, 1);
}

#else

void cplatform_limit_name_servers(void) {}

#endif
