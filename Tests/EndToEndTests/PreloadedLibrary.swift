import Foundation
import TestSupport
import Testing

/// The libraries that were compiled so far, by options and source: each is compiled once.
private let compiled = Locked<[String: Data]>([:])

extension Sandbox {
    /// Compiles a shared library from C and returns its path.
    @discardableResult
    func compile(_ source: String, to name: String, options: String = "") throws -> String {
        let (path, key) = ("\(directory)/\(name)", "\(options)\n\(source)")
        if let library = compiled.withLock({ $0[key] }) { return try write(library, to: path) }
        try write(source, to: "\(path).c")
        let clang = Program.tool("clang") ?? "clang"
        let run = try shell("'\(clang)' -shared -fPIC -o '\(path)' '\(path).c' \(options)")
        try #require(run.status == 0, "\(run)")
        compiled.withLock { $0[key] = FileManager.default.contents(atPath: path) }
        return path
    }

    /// Replaces functions of the C library in every run.
    func preload(_ source: String) throws {
        environment["LD_PRELOAD"] = try compile(source, to: "preloaded.so")
    }
}

/// Functions that replace those of the C library: a few lines of C.
enum PreloadedLibrary {
    /// The names of temporary files end in `.XXXXXX`, so that strace can be given their paths.
    static let temporaryNames = """
        #include <fcntl.h>

        int mkstemp(char *path) { return open(path, O_RDWR | O_CREAT | O_EXCL, 0600); }
        """

    /// The clock that can be set is set back by an hour between one look at it and the next.
    static let clockThatIsSetBack = """
        #define _GNU_SOURCE
        #include <stdatomic.h>
        #include <sys/syscall.h>
        #include <time.h>
        #include <unistd.h>

        int clock_gettime(clockid_t clock, struct timespec *time) {
            static atomic_int looks;
            int result = syscall(SYS_clock_gettime, clock, time);
            if (clock == CLOCK_REALTIME) time->tv_sec -= 3600 * looks++;
            return result;
        }
        """

    /// The main thread continues 600 ms after a report has come.
    static let slowMainThread = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <pthread.h>
        #include <unistd.h>

        typedef int wait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

        int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
            int result = ((wait *)dlsym(RTLD_NEXT, "pthread_cond_timedwait"))(condition, mutex, deadline);
            if (result == 0) {
                pthread_mutex_unlock(mutex);
                usleep(600000);
                pthread_mutex_lock(mutex);
            }
            return result;
        }
        """
}
