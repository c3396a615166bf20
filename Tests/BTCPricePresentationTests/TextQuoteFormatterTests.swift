import BTCPriceCore
import Testing

@testable import BTCPricePresentation

@Suite struct TextQuoteFormatterTests {
    private let formatter = TextQuoteFormatter(FormatOptions())

    @Test func line_whenLive_isPriceTimeSourceAndPair() throws {
        #expect(formatter.text(try .of("68901.23")) == "$68,901.23 2025-10-27T19:56:39Z binance BTCUSDT")
        #expect(
            formatter.text(try .of("68901.23", .eur, pair: "XBTEUR", source: "kraken"))
                == "€68,901.23 2025-10-27T19:56:39Z kraken XBTEUR")
        #expect(
            formatter.text(try .of("15000000", .jpy, pair: "BTC_JPY", source: "bitflyer"))
                == "¥15,000,000 2025-10-27T19:56:39Z bitflyer BTC_JPY")
    }

    @Test(arguments: [(0, "0s"), (59, "59s"), (60, "1m"), (300, "5m"), (3600, "1h"), (172_800, "2d")])
    func line_whenCached_endsInTheAgeWhetherStaleOrNot(_ age: Int, _ text: String) throws {
        for stale in [false, true] {
            #expect(
                formatter.text(try .of("68901.23", cached: true, stale: stale, age: age))
                    == "$68,901.23 2025-10-27T19:56:39Z binance BTCUSDT (cached, \(text) old)")
        }
    }

    @Test func decimals_areThePrices() throws {
        let formatter = TextQuoteFormatter(FormatOptions(decimals: 0))
        #expect(formatter.text(try .of("68901.23")) == "$68,901 2025-10-27T19:56:39Z binance BTCUSDT")
    }
}
