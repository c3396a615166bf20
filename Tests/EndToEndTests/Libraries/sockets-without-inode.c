// A socket has no inode, as on macOS.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>

int fstat(int descriptor, struct stat *status) {
    int result = fstatat(descriptor, "", status, AT_EMPTY_PATH);
    if (result == 0 && S_ISSOCK(status->st_mode)) status->st_ino = 0;
    return result;
}
