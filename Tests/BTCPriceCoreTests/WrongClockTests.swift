import SampleValues
import Testing

@testable import BTCPriceCore

/// Both sources have responded with a quote that seems to have been sent ten hours ago.
@Suite struct WrongClockTests {
    /// When it was sent, and received, in seconds from the same moments of the primary.
    private static func report(_ source: Endpoint, sent: Int = 0, received: Int = 0) -> SourceReport {
        let quote = PriceQuote.sample(from: source.sourceName, at: .now + .seconds(received))
        return .failure(source, .sentLongAgo(quote, sent: .ago(.seconds(36_000 - sent))))
    }

    @Test(arguments: [
        (0, 0, "binance"), (299, 0, "binance"), (-299, 0, "binance"), (0, 1, "binance"), (0, -1, "coinbase"),
    ])
    func accepting_whenBothSourcesAgree_letsTheFirstQuoteWin(_ sent: Int, _ received: Int, _ source: String) {
        let failures = [Self.report(.binance), Self.report(.coinbase, sent: sent, received: received)]
        let (winner, reports) = WrongClock.accepting(failures)
        #expect(winner?.quote?.sourceName == source && winner?.endpoint.sourceName == source)
        #expect(reports == failures.map { $0.endpoint.sourceName == source ? winner : $0 })
    }

    @Test(arguments: [
        [report(.binance), report(.coinbase, sent: 300)], [report(.binance), report(.coinbase, sent: -300)],
        [report(.binance), .failure(.coinbase, .serverError)], [.failure(.binance, .serverError), report(.coinbase)],
        [report(.binance)],
    ])
    func accepting_whenNoSourceConfirmsTheTime_changesNothing(_ failures: [SourceReport]) {
        let (winner, reports) = WrongClock.accepting(failures)
        #expect(winner == nil && reports == failures)
    }
}
