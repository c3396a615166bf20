import Testing

/// A library that replaces functions of the C library in every run of a sandbox: a few lines of C.
enum PreloadedLibrary {
    static let isAvailable = compiler != nil
    static let comment: Comment = "needs clang"

    /// The toolchain's own.
    private static let compiler = Program.tool("clang")

    static func use(_ source: String, in box: Sandbox) throws {
        let library = "\(box.directory)/preloaded.so"
        try source.write(toFile: "\(library).c", atomically: true, encoding: .utf8)
        let run = try box.shell("'\(compiler ?? "")' -shared -fPIC -o '\(library)' '\(library).c'")
        try #require(run.status == 0, "\(run)")
        box.environment["LD_PRELOAD"] = library
    }

    /// The names of temporary files end in `.XXXXXX`, so that strace can be given their paths.
    static let temporaryNames = """
        #include <fcntl.h>

        int mkstemp(char *path) { return open(path, O_RDWR | O_CREAT | O_EXCL, 0600); }
        """

    /// The clock is ahead by as many seconds as the variable `CLOCK_OFFSET` says.
    static let clock = """
        #define _GNU_SOURCE
        #include <stdlib.h>
        #include <sys/syscall.h>
        #include <time.h>
        #include <unistd.h>

        int clock_gettime(clockid_t clock, struct timespec *time) {
            int result = syscall(SYS_clock_gettime, clock, time);
            const char *offset = getenv("CLOCK_OFFSET");
            if (clock == CLOCK_REALTIME && offset != NULL) time->tv_sec += atoi(offset);
            return result;
        }
        """

    /// The main thread goes on 300 ms after a report has come.
    static let slowMainThread = """
        #define _GNU_SOURCE
        #include <poll.h>
        #include <sys/syscall.h>
        #include <time.h>
        #include <unistd.h>

        int poll(struct pollfd *requests, nfds_t count, int timeout) {
            struct timespec limit = {timeout / 1000, timeout % 1000 * 1000000};
            int result = syscall(SYS_ppoll, requests, count, timeout < 0 ? NULL : &limit, NULL, 0);
            if (result > 0 && timeout != 0 && gettid() == getpid()) usleep(300000);
            return result;
        }
        """
}
