import BTCPriceCore
import BTCPriceJSON
import Testing

@testable import BTCPriceNetworking

@Suite struct CoinbaseTests {
    @Test(arguments: [
        ("2025-10-27T19:56:39.123456Z", 1_761_594_999_123), ("2025-10-27T19:56:39.016274911Z", 1_761_594_999_016),
        ("2025-10-27T19:56:39.1Z", 1_761_594_999_100), ("2025-10-27T19:56:39Z", 1_761_594_999_000),
    ])
    func priceTime_whenFractionHasAnyLength_isRead(_ time: String, _ milliseconds: Int64) throws {
        let body = try JSONValue(parsing: #"{"price":"1","time":"\#(time)"}"#.utf8)
        #expect(try SourceCase.named("coinbase").exchange.priceTime(in: body)?.milliseconds == milliseconds)
    }

    @Test func price_whenBodyIsAnErrorMessage_throws() throws {
        #expect(throws: PriceLoadingError.invalidData("no price")) {
            try SourceCase.named("coinbase").price(in: #"{"message":"NotFound"}"#.utf8)
        }
    }
}
