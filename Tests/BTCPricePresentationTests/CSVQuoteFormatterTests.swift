import BTCPriceCore
import Testing

@testable import BTCPricePresentation

@Suite struct CSVQuoteFormatterTests {
    private let formatter = CSVQuoteFormatter()

    @Test func header_namesTheFields() {
        #expect(formatter.header == "timestamp,price,currency,pair,source,cached,stale,age")
    }

    @Test func row_hasTheFieldsInTheOrderOfTheHeader() throws {
        #expect(
            formatter.text(try .of("68901.2300")) == "2025-10-27T19:56:39Z,68901.23,USD,BTCUSDT,binance,false,false,0")
        #expect(
            formatter.text(try .of("7", .jpy, pair: "BTC/JPY", source: "x", cached: true, stale: true, age: 61))
                == "2025-10-27T19:56:39Z,7,JPY,BTC/JPY,x,true,true,61")
        #expect(
            formatter.text(try .of("7", .gbp, pair: "BTC-GBP", source: "x", cached: true, age: 61))
                == "2025-10-27T19:56:39Z,7,GBP,BTC-GBP,x,true,false,61")
    }
}
