import BTCPriceCore
import Foundation
import Testing

@testable import BTCPricePresentation

@Suite struct JSONQuoteFormatterTests {
    private let formatter = JSONQuoteFormatter()

    @Test func fetchedQuote_isOneObjectWithItsKeysInOrder() throws {
        #expect(
            formatter.text(try .of("68901.2300"))
                == #"{"price":68901.23,"currency":"USD","pair":"BTCUSDT","timestamp":"2025-10-27T19:56:39Z","#
                + #""source":"binance","cached":false,"stale":false,"age":0}"#)
    }

    @Test func line_whenStale_saysSo() throws {
        #expect(
            formatter.text(try .of("1", .cad, pair: "XBTCAD", source: "kraken", cached: true, stale: true, age: 300))
                == #"{"price":1,"currency":"CAD","pair":"XBTCAD","timestamp":"2025-10-27T19:56:39Z","#
                + #""source":"kraken","cached":true,"stale":true,"age":300}"#)
    }

    @Test func cachedQuote_needNotBeStale() throws {
        #expect(formatter.text(try .of("1", cached: true, age: 7)).hasSuffix(#""cached":true,"stale":false,"age":7}"#))
    }

    @Test func object_isReadByOtherProgramsAsTheSame() throws {
        let line = formatter.text(try .of("68901.5", .eur, pair: "BTC/EUR", source: "bitstamp", cached: true, age: 60))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object.count == 8)
        #expect(object["price"] as? Double == 68901.5 && object["pair"] as? String == "BTC/EUR")
        #expect(object["cached"] as? Bool == true && object["age"] as? Int == 60)
    }
}
