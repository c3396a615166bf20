import TestSupport
import Testing

@testable import BTCPriceNetworking

@Suite struct CurlHandleTests {
    /// The buffers for errors alone, of 60,000 handles, are 15 MiB. The test has a process of its own: all tests share
    /// their memory.
    @Test(.disabled(if: isSanitized, "a sanitizer keeps freed memory"))
    func deinit_freesMemory() async {
        await #expect(processExitsWith: .success) {
            _ = try CurlLibrary.open()
            let header = "X: " + String(repeating: "y", count: 4096)
            func use(_ count: Int) throws {
                for _ in 0..<count {
                    let handle = try #require(CurlHandle())
                    try #require(handle.setHeaders([header]) == 0)
                }
            }
            try use(100)
            let before = try #require(peakMemory())
            try use(60_000)
            #expect(try #require(peakMemory()) - before < 8 << 20)
        }
    }
}
