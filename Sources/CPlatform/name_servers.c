#include "CPlatform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__

/// How many name servers /etc/resolv.conf names; 0 if it sets a timeout or cannot be opened.
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
    int servers = name_servers();
    // With one server, a shorter timeout would only repeat the question too early.
    if (servers < 2) return;
    char new_options[256];
    int length = snprintf(new_options, sizeof new_options, "%s timeout:%d", options, servers == 2 ? 3 : 2);
    if (length > 0 && (size_t)length < sizeof new_options) setenv("RES_OPTIONS", new_options, 1);
}

#else

void cplatform_limit_name_servers(void) {}

#endif
