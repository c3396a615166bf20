import BTCPriceCore
import BTCPriceJSON
import BTCPriceNetworking
import Testing

@Suite struct CoinbaseTests {
    @Test(arguments: [
        ("2025-10-27T19:56:39.123456Z", 1_761_594_999_123), ("2025-10-27T19:56:39.016274911Z", 1_761_594_999_016),
        ("2025-10-27T19:56:39.1Z", 1_761_594_999_100), ("2025-10-27T19:56:39Z", 1_761_594_999_000),
    ])
    func time_isReadWithAnyNumberOfDigits(_ time: String, _ milliseconds: Int64) throws {
        let answer = try JSONValue(parsing: #"{"price":"1","time":"\#(time)"}"#.utf8)
        #expect(try Market.named("coinbase").exchange.priceTime(in: answer)?.milliseconds == milliseconds)
    }

    @Test func errorMessage_isNoPrice() throws {
        #expect(throws: PriceLoadingError.invalidData("no price")) {
            try Market.named("coinbase").price(in: #"{"message":"NotFound"}"#.utf8)
        }
    }
}
