import BTCPriceCore
import Testing

@Suite struct BinanceTests {
    @Test(arguments: [
        #"{"price":"1"}"#, #"{"symbol":null,"price":"1"}"#, #"{"symbol":"ETHUSDT","price":"1"}"#,
        #"{"symbol":"BTCUSD","price":"1"}"#, #"{"symbol":"BTCUSDT ","price":"1"}"#,
        #"{"symbol":"btcusdt","price":"1"}"#,
        #"{"symbol":["BTCUSDT"],"price":"1"}"#,
    ])
    func price_whenSymbolIsMissingOrAnother_throws(_ body: String) throws {
        let source = try SourceCase.named("binance")
        #expect(throws: PriceLoadingError.invalidData("not the pair asked for")) { try source.price(in: body.utf8) }
    }

    @Test func note_whenPairIsInDollars_mentionsTether() throws {
        #expect(try SourceCase.named("binance").pair.note?.contains("tether") == true)
        #expect(try SourceCase.named("binance", .eur).pair.note == nil)
    }

    @Test func price_whenMissing_throws() throws {
        let source = try SourceCase.named("binance")
        #expect(throws: PriceLoadingError.invalidData("no price")) {
            try source.price(in: #"{"symbol":"BTCUSDT","lastPrice":"1"}"#.utf8)
        }
    }
}
