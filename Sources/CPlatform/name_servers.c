#include "CPlatform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__

/// How many name servers /etc/resolv.conf names; 0 if it sets a timeout.
static int name_servers(void) {
    FILE *file = fopen("/etc/resolv.conf", "re");
    if (file == NULL) return 0;
    char line[1024];
    int servers = 0;
    bool has_timeout = false;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "nameserver", strlen("nameserver")) == 0) servers++;
        if (strncmp(line, "options", strlen("options")) == 0 && strstr(line, "timeout:") != NULL) has_timeout = true;
    }
    fclose(file);
    return has_timeout ? 0 : servers;
}

void cplatform_limit_name_servers(void) {
    const char *options = getenv("RES_OPTIONS");
    if (options == NULL) options = "";
    if (strstr(options, "timeout:") != NULL) return;
    // A single one must not be asked anew before it has responded.
    int servers = name_servers();
    if (servers < 2) return;
    char longer[256];
    int length = snprintf(longer, sizeof longer, "%s timeout:%d", options, servers == 2 ? 3 : 2);
    if (length > 0 && (size_t)length < sizeof longer) setenv("RES_OPTIONS", longer, 1);
}

#else

void cplatform_limit_name_servers(void) {}

#endif
