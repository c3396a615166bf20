import TestSupport
import Testing

@testable import BTCPriceCore

@Suite struct BackoffStoreTests {
    private static let failed = SourceBackoff([.failed: .now + .seconds(10)])

    @Test func recordResults_whenTheFetchFailed_storesItForEachSource() {
        let entries = stored(from: [
            .failure("binance", .invalidPrice), .failure("coinbase", .timedOut(after: .seconds(5))),
        ])
        #expect(entries == ["binance": Self.failed, "coinbase": Self.failed])
    }

    @Test func recordResults_whenAnotherSourceReturnedAQuote_storesNoFailure() {
        #expect(stored(from: [.failure("binance", .invalidPrice), .quote("coinbase")]) == [:])
        #expect(stored(from: [.quote("binance"), .failure("coinbase", .timedOut(after: .zero))]) == [:])
    }

    @Test func recordResults_whenASourceIsRateLimitedOrBlocked_storesItBesideAQuote() {
        let limit = PriceLoadingError.rateLimited(status: 429, retryAfter: .seconds(7))
        #expect(
            stored(from: [.failure("binance", limit), .quote("coinbase")])
                == ["binance": SourceBackoff([.rateLimited: .now + .seconds(7)])])
        #expect(
            stored(from: [.failure("binance", .blocked), .quote("coinbase")])
                == ["binance": SourceBackoff([.blocked: .now + .seconds(3600)])])
    }

    @Test func recordResults_whenTheFetchFailed_storesNoFailureOfARateLimitedSource() {
        let limit = PriceLoadingError.rateLimited(status: 429, retryAfter: nil)
        #expect(
            stored(from: [.failure("binance", limit), .failure("coinbase", .invalidPrice)])
                == ["binance": SourceBackoff([.rateLimited: .now + .seconds(60)]), "coinbase": Self.failed])
    }

    @Test func recordResults_whenASourceReturnedAQuote_removesItsEntryAndNoOther() {
        let blocked = SourceBackoff([.blocked: .now + .seconds(100), .failed: .now + .seconds(5)])
        let before = ["binance": blocked, "kraken": Self.failed]
        #expect(stored(from: [.quote("binance")], before: before) == ["kraken": Self.failed])
    }

    @Test func recordResults_whenASourceFailsAgain_keepsItsOtherReasons() {
        let end = Timestamp.now + .seconds(100)
        #expect(
            stored(from: [.failure("binance", .invalidPrice)], before: ["binance": SourceBackoff([.blocked: end])])
                == ["binance": SourceBackoff([.blocked: end, .failed: .now + .seconds(10)])])
    }

    @Test func recordResults_whenASourceWasNotAsked_keepsItsEntry() {
        let rateLimited = SourceBackoff([.rateLimited: .now + .seconds(7)])
        #expect(
            stored(from: [.failure("binance", .invalidPrice)], before: ["kraken": rateLimited])
                == ["binance": Self.failed, "kraken": rateLimited])
    }

    private func stored(
        from reports: [SourceReport], before: [String: SourceBackoff] = [:]
    ) -> [String: SourceBackoff] {
        let store = Store(before)
        store.recordResults(of: reports, at: .now)
        return store.entries()
    }

    private struct Store: BackoffStore {
        private let stored: Locked<[String: SourceBackoff]>

        init(_ entries: [String: SourceBackoff]) {
            stored = Locked(entries)
        }

        func entries() -> [String: SourceBackoff] { stored.withLock { $0 } }

        func update(_ change: (inout [String: SourceBackoff]) -> Void) { stored.withLock(change) }
    }
}
