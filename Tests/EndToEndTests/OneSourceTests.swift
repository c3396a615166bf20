import TestSupport
import Testing

extension EndToEnd {
    /// Whoever asks for one source must not get another one's price, cached or not.
    @Suite struct OneSourceTests {
        @Test(arguments: [["-s", "kraken"], ["--primary", "kraken", "--fallback", "none"]])
        func quoteOfAnotherSource_isNotPrinted(_ sources: [String]) throws {
            let box = try Sandbox()
            box.setAll("status-500")
            try box.cache(age: 300, source: "coinbase")
            let unused = "; that of coinbase of 5m ago is not used\n"
            for mode in [[], ["-o"], ["-b"]] { try box.run(sources + mode).expect(1, errors: .suffix(unused)) }
            try box.run("--primary", "kraken").expect(3, .cached("coinbase", "5m"))
            try box.cache(age: 300, source: "kraken")
            try box.run(sources).expect(3, .cached("kraken", "5m"))
        }
    }
}
