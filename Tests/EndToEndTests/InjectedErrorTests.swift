import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Rare errors of system calls, which strace injects.
    @Suite(.needsStrace) struct InjectedErrorTests {
        @Test(arguments: [
            ("openat:error=EACCES", "Permission denied"), ("read:error=EIO", "Input/output error"),
            ("read:retval=0", " is damaged"), ("openat:error=EMFILE", "Too many open files"),
        ])
        func cache_whenItCannotBeRead_isIgnored(_ event: String, _ reason: String) throws {
            let box = try Sandbox()
            try box.cache()
            let strace = Sandbox.injecting(event, on: box.resolved("BTC-USD.5"))
            try box.shell("exec \(strace) btcq -ov").expect(1, errors: .contains(reason))
        }

        /// Some network file systems report a full disk at the close. The first error is the one that is reported.
        @Test(
            .needsClang,
            arguments: [
                ("-e inject=write:error=ENOSPC", "No space left on device"),
                ("-e inject=close:error=EIO", "Input/output error"),
                ("-e inject=write:error=ENOSPC -e inject=close:error=EIO", "No space left on device"),
            ])
        func cache_whenItCannotBeWritten_staysAsItIsWithAWarning(_ events: String, _ reason: String) throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let before = box.contents(box.cacheFile)
            try box.preload(CLibrary.temporaryNames)
            let strace = "strace -f -o /dev/null -P '\(box.resolved("BTC-USD.5")).new.XXXXXX' -e trace=write,close"
            try box.shell("exec \(strace) \(events) btcq -s binance -m 20s").expect(
                0, .live("binance"), errors: .suffix("\(box.cacheFile): \(reason)\n"))
            #expect(box.contents(box.cacheFile) == before && box.cacheFiles == ["BTC-USD.5", Sandbox.cacheLockName])
        }

        @Test func poll_whenItFailsOnce_doesNotLoseTheQuote() throws {
            let box = try Sandbox(binance: "slow-200")
            let strace = Sandbox.injecting("poll:error=ENOMEM:when=1")
            try box.shell("exec \(strace) btcq -s binance -m 20s").expect(0, .live("binance"), errors: "")
        }

        /// As on some NFS, and with AppArmor.
        @Test(arguments: ["ENOLCK", "EACCES"])
        func run_whenLocksDoNotWork_proceedsWithoutThem(_ error: String) throws {
            let box = try Sandbox(binance: "status-429")
            try box.shell("exec \(Sandbox.injecting("flock:error=\(error)")) btcq --max-age=1m -t 9s -m 20s").expect(
                0, .live("bitstamp"), errors: "", maximum: .seconds(2))
            #expect(box.cached?.price == "68901.23" && box.rateLimits["binance"] != nil)
        }
    }
}
