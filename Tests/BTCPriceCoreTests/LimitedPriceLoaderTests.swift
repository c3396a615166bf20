import BTCPriceCore
import Synchronization
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct LimitedPriceLoaderTests {
    private static let now = Date(timeIntervalSince1970: 1_761_594_999)

    @Test(arguments: [
        (Duration?.some(.seconds(7)), 7.0), (nil, 60), (.some(.seconds(999_999)), 3600), (.some(.zero), 60),
    ])
    func limit_isRememberedForAsLongAsItSaysAndAnHourAtMost(_ retryAfter: Duration?, _ seconds: Double) async {
        let limits = LimitsSpy()
        let loader = limited(by: limits, .failure(.rateLimited(status: 429, retryAfter: retryAfter)))
        await #expect(throws: PriceLoadingError.self) { try await loader.load() }
        #expect(limits.limit(on: "kraken") == Self.now.addingTimeInterval(seconds))
    }

    @Test func otherFailures_areNotRemembered() async {
        let limits = LimitsSpy()
        await #expect(throws: PriceLoadingError.unexpectedStatus(500)) {
            try await limited(by: limits, .failure(.unexpectedStatus(500))).load()
        }
        #expect(limits.limit(on: "kraken") == nil)
    }

    @Test func limitedSource_isNotAsked() async {
        let limits = LimitsSpy(until: Self.now.addingTimeInterval(40))
        await #expect(throws: PriceLoadingError.leftAlone(.seconds(40))) {
            try await limited(by: limits, .success(.from("kraken"))).load()
        }
    }

    @Test(arguments: [0.0, -1, 3601])
    func limitThatPassedOrIsMoreThanAnHourAhead_isVoid(_ seconds: Double) async throws {
        let limits = LimitsSpy(until: Self.now.addingTimeInterval(seconds))
        #expect(try await limited(by: limits, .success(.from("kraken"))).load() == .from("kraken"))
    }

    private func limited(
        by limits: LimitsSpy, _ answer: Result<PriceQuote, PriceLoadingError>
    ) -> LimitedPriceLoader {
        LimitedPriceLoader(FixedLoader(answer: answer), limits: limits, now: { Self.now }, observe: { _ in })
    }

    private struct FixedLoader: PriceLoader {
        let source = "kraken"
        let answer: Result<PriceQuote, PriceLoadingError>

        func load() async throws(PriceLoadingError) -> PriceQuote { try answer.get() }
    }

    private final class LimitsSpy: SourceLimits {
        private let until: Mutex<Date?>

        init(until: Date? = nil) {
            self.until = Mutex(until)
        }

        func limit(on source: String) -> Date? { until.withLock(\.self) }
        func setLimit(on source: String, until date: Date) { until.withLock { $0 = date } }
    }
}
