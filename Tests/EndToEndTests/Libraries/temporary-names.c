// The names of temporary files end in `.XXXXXX`, so that strace can be given their paths.
#include <fcntl.h>

int mkstemp(char *path) { return open(path, O_RDWR | O_CREAT | O_EXCL, 0600); }
