import BTCPriceCore
import BTCPriceNetworking
import Foundation
import Testing

@Suite struct HostileBodiesTests {
    /// A correct body of each source with `@` in the place of the price, quotes and all.
    static let shapes: [(source: String, body: String)] = [
        ("binance", #"{"symbol":"BTCUSDT","price":@}"#),
        ("cryptocompare", #"{"RAW":{"FROMSYMBOL":"BTC","TOSYMBOL":"USD","PRICE":@}}"#),
        ("coinbase", #"{"ask":"1","price":@,"trade_id":1}"#),
        ("kraken", #"{"error":[],"result":{"XXBTZUSD":{"c":[@,"0.1"]}}}"#),
        ("bitstamp", #"{"last":@,"timestamp":"1"}"#),
    ]

    @Test(arguments: shapes)
    func shape_isRight(_ source: String, _ body: String) throws {
        let price = source == "cryptocompare" ? "68901.22999999998976" : #""68901.22999999998976""#
        let mapped = try map(body.replacing("@", with: price).utf8, 200, source, .usd)
        #expect(PriceDigits.text(of: mapped) == "68901.22999999998976")
    }

    @Test(
        arguments: shapes,
        [
            "null", "true", "[]", "{}", #""""#, #""-1""#, #""0""#, #""0.00000000""#, #""NaN""#, #""inf""#, #""1e5""#,
            #""1e999""#, "1e999", "-5", "0", "0.0", #""5abc""#, #""1.5.5""#, #""0x10""#, #"" 1""#, #""1 ""#,
            #""1,000""#,
            #""+1""#, #""١٢٣""#, "\"\u{0}\"", "1.", ".5", "NaN", "0x10", "00.5",
            "123456789012345678901234567890123456789012345678901234567890",
            #""123456789012345678901234567890123456789012345678901234567890""#,
            "68901.2300000000000000000000000000000000000000000000000001",
        ])
    func noPrice_isRefused(_ shape: (source: String, body: String), _ price: String) {
        #expect(throws: PriceLoadingError.self) {
            try map(shape.body.replacing("@", with: price).utf8, 200, shape.source, .usd)
        }
    }

    @Test(arguments: shapes)
    func numberWhereAStringBelongs_andTheReverse_areRefused(_ source: String, _ body: String) {
        let price = source == "cryptocompare" ? #""68901.23""# : "68901.23"
        #expect(throws: PriceLoadingError.self) {
            try map(body.replacing("@", with: price).utf8, 200, source, .usd)
        }
    }

    @Test(arguments: [
        ("binance", #"{"price":"1"}"#), ("binance", #"{"symbol":"ETHUSDT","price":"1"}"#),
        ("binance", #"{"symbol":"BTCUSDT","price":"1","price":"2"}"#),
        ("binance", #"[{"symbol":"BTCUSDT","price":"1"}]"#), ("binance", #"{"symbol":"BTCUSDT","price":"1",}"#),
        ("cryptocompare", #"{"RAW":{"FROMSYMBOL":"ETH","TOSYMBOL":"USD","PRICE":1}}"#),
        ("cryptocompare", #"{"RAW":{"FROMSYMBOL":"BTC","TOSYMBOL":"EUR","PRICE":1}}"#),
        ("cryptocompare", #"{"Response":"Error","RAW":{"PRICE":1}}"#), ("cryptocompare", #"{"DISPLAY":{"PRICE":1}}"#),
        ("kraken", #"{"error":[],"result":{}}"#), ("kraken", #"{"error":["EService:Unavailable"]}"#),
        ("kraken", #"{"error":["E"],"result":{"XXBTZUSD":{"c":["1"]}}}"#),
        ("kraken", #"{"error":"E","result":{"XXBTZUSD":{"c":["1"]}}}"#),
        ("kraken", #"{"error":[],"result":{"XXBTZEUR":{"c":["1"]}}}"#),
        ("kraken", #"{"error":[],"result":{"XETHZUSD":{"c":["1"]}}}"#),
        ("kraken", #"{"error":[],"result":{"XXBTZUSD":{"c":[]}}}"#),
        ("kraken", #"{"error":[],"result":{"XXBTZUSD":{"c":["1"]},"XBTUSD":{"c":["2"]}}}"#),
        ("bitstamp", #"{"last":"1","pair":"ETH/USD"}"#), ("bitstamp", #"{"last":"1","pair":null}"#),
        ("coinbase", #"{"message":"NotFound"}"#), ("coinbase", ""), ("coinbase", "<html>"), ("coinbase", "68901.23"),
    ])
    func anythingButThePairAskedFor_isRefused(_ source: String, _ body: String) {
        #expect(throws: PriceLoadingError.self) { try map(body.utf8, 200, source, .usd) }
    }

    @Test(arguments: [("400.002", true), ("400.067", true), ("400.068", true), ("400.001", false)])
    func bitstampsResponseCode_tellsALimit(_ code: String, _ isLimit: Bool) {
        let body = #"{"status":"error","reason":"","response_code":"\#(code)"}"#
        let expected: PriceLoadingError =
            isLimit ? .rateLimited(status: 400, retryAfter: nil) : .unexpectedStatus(400)
        #expect(throws: expected) { try map(body.utf8, 400, "bitstamp", .usd) }
    }

    @Test func cryptoCompares401_saysWhichVariableToSet() {
        #expect(throws: PriceLoadingError.unexpectedStatus(401, hint: "set CRYPTOCOMPARE_API_KEY")) {
            try map("{}".utf8, 401, "cryptocompare", .usd)
        }
    }

    /// Bytes flipped, cut out and doubled, from a fixed seed: whatever still is a price must stand in the body.
    @Test(arguments: shapes)
    func mutatedBody_neverGivesAPriceItDoesNotHold(_ source: String, _ body: String) {
        var random = SplitMix(state: 20_251_027)
        let price = source == "cryptocompare" ? "68901.23" : #""68901.23""#
        let original = Array(body.replacing("@", with: price).utf8)
        for _ in 0..<4000 {
            var mutated = original
            for _ in 0..<Int.random(in: 1...3, using: &random) where !mutated.isEmpty {
                let index = Int.random(in: 0..<mutated.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: mutated[index] = UInt8.random(in: 0...255, using: &random)
                case 1: mutated.remove(at: index)
                default: mutated.insert(mutated[index], at: index)
                }
            }
            guard let found = try? map(mutated, 200, source, .usd) else { continue }
            let digits = PriceDigits.text(of: found)
            let text = String(decoding: mutated, as: UTF8.self)
            let isHeld = text.contains(digits) || text.contains("e") || text.contains("E") || text.contains("\\u")
            #expect(isHeld, "\(digits) is not in \(text)")
        }
    }
}

/// A small generator that starts from a given state, so that a failure comes again.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
