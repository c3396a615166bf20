import TestSupport
import Testing

@testable import BTCPriceNetworking

@Suite struct CurlHandleTests {
    /// The least of what a handle takes is its buffer for errors: of 60,000 they are 15 MiB. In a process of its own:
    /// memory is all tests'.
    @Test(.disabled(if: isSanitized, "a sanitizer keeps what is freed"))
    func handle_givesBackWhatItTook() async {
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
