import BTCPricePersistence
import Foundation
import SampleValues
import TestSupport
import Testing

@testable import BTCPriceCore

/// What the readers of the shared files promise, whatever is in the file.
@Suite struct RandomInputTests {
    private let directory = TemporaryDirectory()

    @Test(arguments: SeededGenerator.seeds) func quotes_areWrittenAsTheyWereRead(_ seed: UInt64) {
        let line = "binance BTCUSDT USD 68901.23 1761594999123 2.31\n"
        let files = RandomText(
            [line, "\(line)kraken XBTUSD USD 0.00000001 253402300799999 -\n", "a9 BTC/USD_-Z USD 7 0 -99.00\n"],
            words: ["EUR", "99999999999999999999", "-", "2.310"], limits: [99, 9900, 253_402_300_799_999])
        withRandomInputs(seed, files) { input in
            let (file, store) = (directory.file("BTC-USD.5"), FilePriceStore(in: directory.path))
            try Data(input).write(to: URL(filePath: file.path))
            let quotes = store.retrieve().quotes
            let lines = input.split(separator: 10, omittingEmptySubsequences: false).dropLast().map { "\($0.text)\n" }
            let known = lines.filter { $0 == line }.count
            try check(input.count > 4096 ? quotes.isEmpty : quotes.count >= known, quotes)
            try store.update { _ in quotes }
            let written = try #require(file.text)
            try check(written.split(separator: "\n").map { "\($0)\n" }.allSatisfy(lines.contains), written)
            try check(store.retrieve().quotes == quotes && written.utf8.count <= 4096, written)
            return !quotes.isEmpty
        }
    }

    @Test(arguments: SeededGenerator.seeds) func rateLimits_areWrittenAsTheyWereRead(_ seed: UInt64) {
        let line = "kraken 0123456789 1761594999123 1761595006123\n"
        let files = RandomText(
            [line, "\(line)coingecko 18446744073709551615 1761594000000 1761598599123\n"],
            limits: [3_600_000, 253_402_300_799_999, 1_761_594_999_123, 1_761_594_999_123 + 3_600_000])
        withRandomInputs(seed, files) { input in
            let file = directory.file("rate-limits.2")
            let store = FileRateLimitStore(directory: CacheDirectory(directory.path)) { .seconds(60) }
            try Data(input).write(to: URL(filePath: file.path))
            let limits = store.retrieve()
            let lines = input.count > 4096 ? [] : input.split(separator: 10, omittingEmptySubsequences: false)
            let entry = /[a-z0-9]{1,32} [a-z0-9]{1,32} [0-9]{1,18} [0-9]{1,18}/
            try check(limits.entries.count == lines.dropLast().count { $0.text.wholeMatch(of: entry) != nil }, limits)
            for endpoint in limits.entries.map(\.endpoint) {
                let left = limits.timeLeft(of: endpoint, at: .now) ?? .seconds(1)
                try check(left > .zero && left <= .seconds(3600), left)
            }
            try store.update { $0 = limits }
            let written = store.retrieve().entries
            try check(written.count == limits.entries.count && limits.entries.allSatisfy(written.contains), written)
            return !written.isEmpty
        }
    }

    @Test(arguments: SeededGenerator.seeds) func refreshStamp_isTheNumberOfTheFile(_ seed: UInt64) {
        let files = RandomText(["1761594999123", "0", "7", "253402300799999"], limits: [253_402_300_799_999])
        withRandomInputs(seed, files) { input in
            let file = directory.file("BTC-USD.1f.refresh")
            try Data(input).write(to: URL(filePath: file.path))
            let directory = CacheDirectory(directory.path)
            let stamp = FileRefreshStamp(directory: directory, currency: .usd, configurationHash: "1f")
            try stamp.lockInTime()
            defer { stamp.unlock() }
            let text = input.text
            let number = text.wholeMatch(of: /[0-9]{1,18}/) == nil ? nil : Int64(text)
            try check(stamp.time?.milliseconds == number.map { min($0, 253_402_300_799_999) }, stamp.time)
            try stamp.store(stamp.time)
            try check(file.text == (stamp.time.map { "\($0.milliseconds)" } ?? ""), file.text ?? "")
            return stamp.time != nil
        }
    }
}
