import Foundation
import TestSupport
import Testing

@testable import BTCPriceNetworking

/// Each test has a process of its own: libcurl is opened once in a process, and all tests share their memory.
@Suite struct CurlLibraryTests {
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
