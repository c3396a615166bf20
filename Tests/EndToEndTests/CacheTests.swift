import Foundation
import StubExchange
import TestSupport
import Testing

import struct TestSupport.SeededGenerator

extension EndToEnd {
    /// An invalid cache is ignored, delays no run, and is replaced by the next quote.
    @Suite struct CacheTests {
        private static let quote = Sandbox.CachedQuote(timestamp: "2025-10-27T19:56:39.123Z")

        @Test func cache_whenTruncatedAtAnyByte_isIgnored() throws {
            let box = try Sandbox()
            let text = Self.quote.text()
            for count in 0..<text.utf8.count {
                try box.cache(raw: String(text.prefix(count)))
                let run = try box.run("-o")
                #expect(run.status == 1 && run.output.isEmpty, "\(count): \(run)")
            }
            try box.cache(raw: text)
            try box.run("-o", "--max-stale", "3650d").expect { $0.status == 3 }
        }

        private static let garbage: [String] =
            [
                String(repeating: quote.text(), count: 2), String(repeating: quote.text(), count: 40_000), "null", "[]",
                "{}", "\u{0}", String(repeating: "[", count: 4000),
                quote.text(version: Sandbox.CachedQuote.version + 1),
            ]
            + [
                changed { ($0.currency, $0.pair) = ("EUR", "XBTEUR") }, changed { $0.price = "-1" },
                changed { $0.price = "NaN" }, changed { $0.price = "1e400" },
                changed { $0.price = String(repeating: "9", count: 60) },
                changed {
                    $0.timestamp.replaceSubrange(
                        ..<$0.timestamp.index($0.timestamp.startIndex, offsetBy: 4), with: "0000")
                },
                changed { $0.source = #"\u001b[2J"# },
            ].map { $0.text() }

        private static func changed(_ change: (inout Sandbox.CachedQuote) -> Void) -> Sandbox.CachedQuote {
            var quote = quote
            change(&quote)
            return quote
        }

        @Test(arguments: garbage.indices)
        func garbage_isIgnoredAndReplaced(_ index: Int) throws {
            let box = try Sandbox()
            try box.cache(raw: Self.garbage[index])
            let run = try box.run("-ov")
            #expect(run.status == 1 && run.errors.contains("ignoring the cache: "), "\(run)")
            try box.run().expect { $0.status == 0 }
            #expect(box.cached?.price == "68901.23")
        }

        @Test func randomBytes_areIgnored() throws {
            let box = try Sandbox()
            var random = SeededGenerator()
            for _ in 0..<40 {
                let count = Int.random(in: 1...5000, using: &random)
                try box.cache(bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
                let run = try box.run("-o")
                #expect(run.status == 1, "\(random): \(run)")
            }
        }

        /// A valid quote with one byte changed, left out or doubled: a price that the file contains, or none.
        @Test func quote_whenChangedAtRandom_isPrintedAsTheFileContainsItOrIgnored() throws {
            let box = try Sandbox()
            var random = SeededGenerator()
            for _ in 0..<60 {
                var bytes = Array(Self.quote.text().utf8)
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(bytes[index], at: index)
                }
                try box.cache(bytes: bytes)
                let run = try box.run("-on", "--max-stale", "3650d")
                let text = String(decoding: bytes, as: UTF8.self).replacing(#/"0+(?=\d)/#, with: "\"")
                let digits = run.text.dropLast()
                let isThere = run.status == 3 && text.contains(Sandbox.CachedQuote.text(ofPrice: digits))
                #expect(isThere || run.status == 1 && run.output.isEmpty, "\(random): \(text) \(run)")
            }
        }

        @Test func symbolicLink_isNotFollowed() throws {
            let box = try Sandbox()
            try box.cache(raw: Self.quote.text())
            try box.shell("cd '\(box.cacheDirectory)' && mv BTC-USD.json target && ln -s target BTC-USD.json")
            let run = try box.run("-ov")
            #expect(run.status == 1 && run.errors.contains("it is a symbolic link"), "\(run)")
            try box.run().expect { $0.status == 0 }
            #expect(box.contents("\(box.cacheDirectory)/target") == Self.quote.text())
        }

        /// The run writes when the lock is released, or after a quarter of a second. The times in the cache show that even
        /// if this test or the run is delayed.
        @Test func lockThatAnotherRunHolds_isWaitedFor() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let before = box.contents(box.cacheFile)
            let lock = open("\(box.cacheDirectory)/BTC-USD.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            #expect(flock(lock, LOCK_EX) == 0)
            let program = try box.start("--max-time", "20s")
            try waitUntil("it is at the lock, or has ended") {
                !Program.canReadStates && !box.exchange.requests.isEmpty || program.state == "Z"
                    || Sandbox.descriptors(of: program.pid).values.contains { $0.hasSuffix("/BTC-USD.lock") }
            }
            // By so much would one that does not wait be too early.
            usleep(100_000)
            let released = Date()
            close(lock)
            #expect(program.wait().ending == .status(0))
            #expect(box.contents(box.cacheFile) != before)
            let (received, written) = try timesOfTheCache(box)
            let due = min(released, received + Self.lockTimeout)
            #expect(written >= due - Self.tick, "\(received) \(released) \(written)")
        }

        /// Without the lock, the quotes of other sources are kept as well.
        @Test func write_whenLockTimesOut_proceedsWithoutIt() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let lock = open("\(box.cacheDirectory)/BTC-USD.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            #expect(flock(lock, LOCK_EX) == 0)
            defer { close(lock) }
            // It gives up after a quarter of a second, although its deadline is far.
            let run = try box.run("--timeout", "20s", "--max-time", "20s")
            #expect(run.status == 0 && run.ownTime < .seconds(2) + Program.allowance, "\(run)")
            #expect(box.cachedQuotes().map(\.source) == ["binance", "kraken"])
            let (received, written) = try timesOfTheCache(box)
            #expect(written >= received + Self.lockTimeout - Self.tick, "\(received) \(written)")
        }

        /// How long a run waits for the lock, in seconds.
        private static let lockTimeout = 0.25
        /// By how much the time of a file may be earlier than the clock, in seconds: Linux uses that of its last tick.
        private static let tick = 0.01

        /// When the cached quote was received, according to its timestamp, and when its file was written.
        private func timesOfTheCache(_ box: Sandbox) throws -> (received: Date, written: Date) {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            let received = try Date(box.cached?.timestamp ?? "", strategy: style)
            let attributes = try FileManager.default.attributesOfItem(atPath: box.cacheFile)
            return (received, try #require(attributes[.modificationDate] as? Date))
        }

        @Test(arguments: ["mkfifo", "ln -s target", "ln -s /dev/zero", "ln -s missing/x", "ln -s ."])
        func run_whenCacheIsNoRegularFile_neitherHangsNorFollowsIt(_ command: String) throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            try box.shell("cd '\(box.cacheDirectory)' && echo untouched > target && \(command) BTC-USD.json")
            let offline = try box.run("-o", limit: .seconds(5))
            #expect(offline.status == 1, "\(offline)")
            let run = try box.run(limit: .seconds(5))
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            #expect(box.cached?.price == "68901.23")
            #expect(box.contents("\(box.cacheDirectory)/target") == "untouched\n")
        }

        @Test func run_whenCacheIsADirectory_warnsAndDoesNotTouchIt() throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            try box.shell("cd '\(box.cacheDirectory)' && mkdir BTC-USD.json && echo untouched > BTC-USD.json/inside")
            for _ in 0..<2 {
                let run = try box.run()
                #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
                #expect(run.errors == "btcq: cannot update the cache: \(box.cacheFile): Is a directory\n", "\(run)")
            }
            #expect(box.contents("\(box.cacheFile)/inside") == "untouched\n")
        }

        /// These runs acquire the locks of the cache and of the back-off, and the fetch lock.
        @Test(
            arguments: [
                "mkfifo", "mkdir", "ln -s target", "ln -s missing", "ln -s /dev/zero", "ln -s .", "mkfifo -m 0",
                "printf 'not mine' | tee",
            ], ["BTC-USD.lock", Sandbox.backoffLockName, Sandbox.fetchLockName()])
        func run_whenLockFileIsSomethingElse_proceedsAndDoesNotTouchIt(_ command: String, _ lock: String) throws {
            let box = try Sandbox(binance: "status-429")
            try box.makeCacheDirectory()
            try box.shell("cd '\(box.cacheDirectory)' && echo untouched > target && \(command) \(lock)")
            let list = """
                cd '\(box.cacheDirectory)' && ls -ld \(lock) && cat target
                test -L \(lock) || ls \(lock)
                test ! -f \(lock) || cat \(lock)
                """
            let before = try box.shell(list).text
            let first = try box.run("-a", "1m", limit: .seconds(5))
            #expect(
                first.status == 0 && first.text.hasSuffix(" coinbase BTC-USD\n") && first.errors.isEmpty, "\(first)")
            #expect(box.cached?.price == "68901.23")
            #expect(box.remaining("binance", .rateLimited) != nil)
            let second = try box.run("-a", "1m", limit: .seconds(5))
            #expect(second.text.hasSuffix(" coinbase BTC-USD (cached, 0s old)\n"), "\(second)")
            let live = try box.run("-v", limit: .seconds(5))
            #expect(
                live.text.hasSuffix(" coinbase BTC-USD\n") && live.errors.contains("binance: skipped for"), "\(live)")
            try box.shell(list).expect { $0.text == before }
        }

        @Test(.enabled(if: getuid() != 0, "root may read everything"))
        func cache_whenUnreadable_isIgnoredAndReplaced() throws {
            let box = try Sandbox()
            try box.cache()
            chmod(box.cacheFile, 0)
            try box.run("-o").expect { $0.status == 1 }
            try box.run().expect { $0.status == 0 }
            #expect(box.cached?.price == "68901.23")
        }

        @Test(
            .enabled(if: getuid() == 0, "only root may give files away"),
            .enabled(if: OtherUser.isToBeHad, "root is the only user here"))
        func cache_whenItBelongsToAnotherUser_isIgnoredAndReplaced() throws {
            let box = try Sandbox()
            try box.cache()
            chown(box.cacheFile, OtherUser.id, OtherUser.id)
            let run = try box.run("-ov")
            #expect(run.status == 1 && run.errors.contains("it belongs to another user"), "\(run)")
            try box.run().expect { $0.status == 0 }
            #expect(box.cached?.price == "68901.23")
        }
    }
}
