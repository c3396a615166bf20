import Foundation
import TestSupport
import Testing

@testable import BTCPriceNetworking

/// Each test has a process of its own: libcurl is opened once in a process, and all tests share their memory.
@Suite struct CurlLibraryTests {
    /// The buffers for errors alone, of 60,000 handles, are 15 MiB.
    @Test(.disabled(if: isSanitized, "a sanitizer keeps freed memory"))
    func handle_whenReleased_freesItsMemory() async {
        await #expect(processExitsWith: .success) {
            let library = try CurlLibrary.shared.get()
            let header = "X: " + String(repeating: "y", count: 4096)
            func use(_ count: Int) throws {
                for _ in 0..<count {
                    let handle = try #require(CurlHandle(library))
                    handle.setHeaders([header])
                    try #require(handle.code == 0)
                }
            }
            try use(100)
            let before = try #require(peakMemory())
            try use(60_000)
            let growth = try #require(peakMemory()) - before
            #expect(growth < 8 << 20)
        }
    }

    #if os(Linux)
        @Test func shared_whenLibraryCannotBeOpened_isTheLoadersReason() async {
            await #expect(processExitsWith: .success) {
                let lowest = dup(STDIN_FILENO)
                close(lowest)
                var limit = rlimit(rlim_cur: rlim_t(lowest), rlim_max: rlim_t(lowest))
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
                let error = #expect(throws: CurlLibrary.LoadError.self) { try CurlLibrary.shared.get() }
                let description = error?.description ?? ""
                #expect(description.hasPrefix("libcurl cannot be loaded: libcurl"), "\(description)")
                #expect(description.hasSuffix(String(cString: strerror(EMFILE))), "\(description)")
            }
        }

        @Test(.enabled(if: geteuid() == 0, "only root can change the root directory"))
        func shared_whenThereIsNoLibrary_namesThoseThatWereTried() async {
            await #expect(processExitsWith: .success) {
                try #require(chroot("/dev") == 0 && chdir("/") == 0)
                let error = #expect(throws: CurlLibrary.LoadError.self) { try CurlLibrary.shared.get() }
                let expected = "libcurl cannot be loaded (tried libcurl.so.4, libcurl-gnutls.so.4): install libcurl4"
                #expect(error?.description == expected)
            }
        }
    #endif
}
