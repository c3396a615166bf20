import BTCPriceCore
import Testing

@Suite struct BinanceTests {
    @Test(arguments: [
        #"{"price":"1"}"#, #"{"symbol":null,"price":"1"}"#, #"{"symbol":"ETHUSDT","price":"1"}"#,
        #"{"symbol":"BTCUSD","price":"1"}"#, #"{"symbol":"BTCUSDT ","price":"1"}"#,
        #"{"symbol":"btcusdt","price":"1"}"#,
        #"{"symbol":["BTCUSDT"],"price":"1"}"#,
    ])
    func answer_hasToNameTheSymbolAskedFor(_ body: String) throws {
        let market = try Market.named("binance")
        #expect(throws: PriceLoadingError.invalidData("not the symbol asked for")) { try market.price(in: body.utf8) }
    }

    @Test func priceInDollars_isSaidToBeInTether() throws {
        #expect(try Market.named("binance").pair.note?.contains("tether") == true)
        #expect(try Market.named("binance", .eur).pair.note == nil)
    }

    @Test func missingPrice_isToldAsSuch() throws {
        let market = try Market.named("binance")
        #expect(throws: PriceLoadingError.invalidData("no price")) {
            try market.price(in: #"{"symbol":"BTCUSDT","lastPrice":"1"}"#.utf8)
        }
    }
}
