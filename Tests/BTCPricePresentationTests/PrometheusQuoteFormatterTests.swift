import BTCPriceCore
import Testing

@testable import BTCPricePresentation

@Suite struct PrometheusQuoteFormatterTests {
    private let formatter = PrometheusQuoteFormatter()

    @Test func quote_isThreeMetricsWithHelpTypeAndOneSampleEach() throws {
        let labels = #"{currency="USD",pair="BTCUSDT",source="binance"}"#
        #expect(
            formatter.text(try .of("68901.2300")) == """
                # HELP btcq_price Price of one bitcoin.
                # TYPE btcq_price gauge
                btcq_price\(labels) 68901.23
                # HELP btcq_quote_timestamp_seconds When the quote was received, in seconds since 1970.
                # TYPE btcq_quote_timestamp_seconds gauge
                btcq_quote_timestamp_seconds\(labels) 1761594999
                # HELP btcq_quote_stale 1 if the quote is stale, 0 otherwise.
                # TYPE btcq_quote_stale gauge
                btcq_quote_stale\(labels) 0
                """)
    }

    @Test func line_whenStale_hasAMetricWithTheValueOne() throws {
        let labels = #"{currency="EUR",pair="BTC/EUR",source="bitstamp"}"#
        for stale in [false, true] {
            let text = formatter.text(
                try .of("7", .eur, pair: "BTC/EUR", source: "bitstamp", cached: true, stale: stale, age: 300))
            #expect(text.hasSuffix("\nbtcq_quote_stale\(labels) \(stale ? 1 : 0)"))
            #expect(text.contains("\nbtcq_price\(labels) 7\n"))
        }
    }
}
