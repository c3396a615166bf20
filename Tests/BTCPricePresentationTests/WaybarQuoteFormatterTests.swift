import BTCPriceCore
import Foundation
import Testing

@testable import BTCPricePresentation

@Suite struct WaybarQuoteFormatterTests {
    private let formatter = WaybarQuoteFormatter(FormatOptions())

    @Test func staleQuote_isOfTheClassStale() throws {
        #expect(
            formatter.text(try .of("68901.23", cached: true, stale: true, age: 300))
                == #"{"text":"$68,901.23","alt":"stale","class":"stale","tooltip":"binance BTCUSDT, 5m old"}"#)
    }

    @Test func line_whenNotStale_isOfTheClassFreshEvenIfCached() throws {
        #expect(
            formatter.text(try .of("68901.23"))
                == #"{"text":"$68,901.23","alt":"fresh","class":"fresh","tooltip":"binance BTCUSDT, 0s old"}"#)
        #expect(
            formatter.text(try .of("68901.23", .eur, pair: "BTCEUR", cached: true, age: 9))
                == #"{"text":"€68,901.23","alt":"fresh","class":"fresh","tooltip":"binance BTCEUR, 9s old"}"#)
    }

    @Test func decimals_areThePrices() throws {
        let formatter = WaybarQuoteFormatter(FormatOptions(decimals: 0))
        #expect(formatter.text(try .of("68901.23")).hasPrefix(#"{"text":"$68,901","alt""#))
    }

    @Test(arguments: Currency.allCases)
    func line_isJSONWithoutMarkup(_ currency: Currency) throws {
        let line = formatter.text(try .of("68901.5", currency))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(Set(object.keys) == ["text", "alt", "class", "tooltip"])
        #expect(!line.contains { "<>&\n".contains($0) })
    }
}
