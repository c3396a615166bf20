import TestSupport
import Testing

@testable import BTCPriceCore

@Suite struct SourceMemoryTests {
    private static let failed = SourceBackoff([.failed: .now + .seconds(10)])

    @Test func failedFetch_isRememberedOfEachSourceThatWasAsked() {
        let records = learned(from: [
            .failure("binance", .invalidPrice), .failure("coinbase", .timedOut(after: .seconds(5))),
        ])
        #expect(records == ["binance": Self.failed, "coinbase": Self.failed])
    }

    @Test func failureBesideAQuote_isNotRemembered() {
        #expect(learned(from: [.failure("binance", .invalidPrice), .quote("coinbase")]) == [:])
        #expect(learned(from: [.quote("binance"), .failure("coinbase", .timedOut(after: .zero))]) == [:])
    }

    @Test func limitAndRefusal_areRememberedBesideAQuote() {
        let limit = PriceLoadingError.rateLimited(status: 429, retryAfter: .seconds(7))
        #expect(
            learned(from: [.failure("binance", limit), .quote("coinbase")])
                == ["binance": SourceBackoff([.limited: .now + .seconds(7)])])
        #expect(
            learned(from: [.failure("binance", .refused), .quote("coinbase")])
                == ["binance": SourceBackoff([.refused: .now + .seconds(3600)])])
    }

    @Test func limitedSourceOfAFailedFetch_isLimitedOnly() {
        let limit = PriceLoadingError.rateLimited(status: 429, retryAfter: nil)
        #expect(
            learned(from: [.failure("binance", limit), .failure("coinbase", .invalidPrice)])
                == ["binance": SourceBackoff([.limited: .now + .seconds(60)]), "coinbase": Self.failed])
    }

    @Test func quote_clearsTheRecordOfItsSourceAndNoOther() {
        let refused = SourceBackoff([.refused: .now + .seconds(100), .failed: .now + .seconds(5)])
        let known = ["binance": refused, "kraken": Self.failed]
        #expect(learned(from: [.quote("binance")], knowing: known) == ["kraken": Self.failed])
    }

    @Test func whatIsKnownOfASourceThatFails_staysBesideItsFailure() {
        let end = Timestamp.now + .seconds(100)
        #expect(
            learned(from: [.failure("binance", .invalidPrice)], knowing: ["binance": SourceBackoff([.refused: end])])
                == ["binance": SourceBackoff([.refused: end, .failed: .now + .seconds(10)])])
    }

    @Test func whatIsKnownOfASourceThatWasNotAsked_stays() {
        let limited = SourceBackoff([.limited: .now + .seconds(7)])
        #expect(
            learned(from: [.failure("binance", .invalidPrice)], knowing: ["kraken": limited])
                == ["binance": Self.failed, "kraken": limited])
    }

    private func learned(
        from reports: [SourceReport], knowing known: [String: SourceBackoff] = [:]
    ) -> [String: SourceBackoff] {
        let memory = Memory(known)
        memory.recordResults(of: reports, at: .now)
        return memory.entries()
    }

    private struct Memory: BackoffStore {
        private let kept: Locked<[String: SourceBackoff]>

        init(_ records: [String: SourceBackoff]) {
            kept = Locked(records)
        }

        func entries() -> [String: SourceBackoff] { kept.withLock { $0 } }

        func update(_ change: (inout [String: SourceBackoff]) -> Void) { kept.withLock(change) }
    }
}
