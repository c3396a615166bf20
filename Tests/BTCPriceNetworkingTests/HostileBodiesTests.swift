import BTCPriceCore
import BTCPriceNetworking
import StubExchange
import TestSupport
import Testing

/// Bodies that are almost right: never a price that the body does not hold.
@Suite struct HostileBodiesTests {
    @Test(arguments: Market.all)
    func fixture_givesThePriceItHolds(_ market: Market) throws {
        let expected = try #require(Price(market.fixture.price.utf8))
        #expect(try market.price(in: market.body()) == expected)
    }

    @Test(
        arguments: Market.all,
        [
            "68901.22999999998976", "0.00000001", "999999999999.99999999", "1", "1234567890123456789012345678",
            "0.0000000000000000000000000001",
        ])
    func price_keepsEveryDigit(_ market: Market, _ digits: String) throws {
        #expect(try market.price(in: market.body(digits)).description == digits)
    }

    @Test(
        arguments: Market.ofEachSource,
        [
            "null", "true", "[]", "{}", #"[68901.23]"#, #"["68901.23"]"#, #""""#, #""-1""#, #""0""#,
            #""0.00000000""#, #""NaN""#, #""inf""#, #""1e5""#, #""1e999""#, "1e999", "1e-999", "-5", "-0", "0", "0.0",
            "0e5", #""5abc""#, #""1.5.5""#, #""0x10""#, #"" 1""#, #""1 ""#, #""1\n""#, #""1,000""#, #""+1""#, #""1.""#,
            #"".5""#, #""١٢٣""#, #""1\u0000""#, #""$1""#, #""68.901,23""#,
            "123456789012345678901234567890123456789012345678901234567890",
            #""12345678901234567890123456789""#, "12345678901234567890123456789",
            #""0.00000000000000000000000000000000000000012345678901234567890123456789""#,
            "68901.2300000000000000000000000000000000000000000000000001",
        ])
    func valueThatIsNoPrice_isRefused(_ market: Market, _ literal: String) {
        #expect(throws: PriceLoadingError.invalidPrice) { try market.price(in: market.body(literal: literal)) }
    }

    @Test(
        arguments: Market.ofEachSource,
        [
            "", "1.", ".5", "NaN", "0x10", "00.5", "+1", "1_000", "'1'", "68901;23", "\"\u{0}\"", #""\x31""#,
            #""1"#, #"1""#, #""\ud800""#, "// 1",
        ])
    func valueThatIsNoJSON_isRefused(_ market: Market, _ literal: String) {
        #expect(throws: PriceLoadingError.invalidData("not JSON")) {
            try market.price(in: market.body(literal: literal))
        }
    }

    @Test(arguments: Market.all)
    func numberWhereAStringBelongs_andTheReverse_areRefused(_ market: Market) {
        let literal = market.fixture.priceIsString ? "68901.23" : #""68901.23""#
        #expect(throws: PriceLoadingError.invalidPrice) { try market.price(in: market.body(literal: literal)) }
    }

    @Test(
        arguments: Market.all,
        [
            "{}", "[]", "null", "true", "68901.23", #""68901.23""#, "[{}]", #"{"error":[]}"#,
            #"{"error":[],"result":{}}"#,
        ])
    func bodyWithoutAnythingOfTheSources_isInvalidData(_ market: Market, _ body: String) {
        expectInvalidData { try market.price(in: body.utf8) }
    }

    @Test(arguments: Market.ofEachSource)
    func answerInAList_orBehindAnother_isRefused(_ market: Market) throws {
        let body = try market.body()
        expectInvalidData { try market.price(in: "[".utf8 + body + "]".utf8) }
        expectInvalidData { try market.price(in: body + body) }
        expectInvalidData { try market.price(in: body + " x".utf8) }
    }

    @Test(arguments: Market.ofEachSource)
    func sameKeyTwice_isRefused(_ market: Market) throws {
        let text = try market.fixture.body(currency: market.code)
        guard let key = text.firstMatch(of: /^\{("[^"]+")/)?.output.1,
            let body = try market.body("68901.23", behind: "\(key):1")
        else { return }
        #expect(throws: PriceLoadingError.invalidData("not JSON")) { try market.price(in: body) }
    }

    @Test(arguments: Market.all)
    func answerForAnotherCurrency_isRefusedWhereItNamesItsPair(_ market: Market) throws {
        guard try market.namesItsPair else { return }
        for other in Market.all where other.exchange.name == market.exchange.name && other.code != market.code {
            #expect(throws: PriceLoadingError.invalidData("not the symbol asked for")) {
                try market.price(in: other.body())
            }
        }
    }

    @Test(arguments: Market.ofEachSource)
    func unknownFields_areIgnored(_ market: Market) throws {
        let surprise = #""surprise":{"price":"1","PRICE":1,"last":"1","c":["1"]},"\u00e9":[1e-8,null]"#
        guard let body = try market.body("68901.23", behind: surprise) else { return }
        #expect(try market.price(in: body).description == "68901.23")
    }

    @Test(.timeLimit(.minutes(1)), arguments: Market.ofEachSource)
    func keyOfCombiningMarksAmongManyOthers_costsNoTime(_ market: Market) throws {
        let marks = String(repeating: "\u{651}\u{64E}", count: 14 << 10)
        let others = (0..<880).map { ",\"\($0)\":1" }.joined()
        guard let body = try market.body("68901.23", behind: "\"\(marks)\":1\(others)") else { return }
        var price: Price?
        let time = try processorTime { price = try market.price(in: body) }
        #expect(price?.description == "68901.23")
        #expect(time < .seconds(2))
    }

    @Test(arguments: Market.ofEachSource)
    func deepNesting_isRefused(_ market: Market) {
        for mark in ["[", #"{"a":"#] {
            let body = String(repeating: mark, count: 20_000)
            #expect(throws: PriceLoadingError.invalidData("not JSON")) { try market.price(in: body.utf8) }
        }
    }

    @Test(arguments: Market.ofEachSource)
    func mutatedBody_neverGivesAPriceItDoesNotHold(_ market: Market) throws {
        var random = SeededGenerator()
        let original = try market.body("68901.23")
        var prices = 0
        for _ in 0..<1000 {
            let mutated = random.mutated(original)
            guard let price = try? market.price(in: mutated) else { continue }
            prices += 1
            let text = String(decoding: mutated, as: UTF8.self)
            // An escape or an exponent spells the digits another way.
            let isSpelledOtherwise = text.contains("\\") || text.contains(/[0-9][eE]/)
            #expect(
                isSpelledOtherwise || Self.numbers(in: text).contains(price.description),
                "\(price) is not in \(text), \(random)")
        }
        #expect(prices > 30, "hardly any body was read, \(random)")
    }

    /// The numbers that stand in a text, without zeros that say nothing.
    private static func numbers(in text: String) -> [String] {
        text.matches(of: /[0-9]+(\.[0-9]+)?/).map { match in
            var digits = match.output.0.drop { $0 == "0" }
            if digits.contains(".") { while digits.last == "0" || digits.last == "." { digits.removeLast() } }
            return digits.first == "." ? "0\(digits)" : String(digits)
        }
    }
}

extension SeededGenerator {
    /// The bytes with one to three of them replaced, taken out or doubled.
    fileprivate mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &self) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &self)
            switch Int.random(in: 0..<3, using: &self) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &self)
            case 1: bytes.remove(at: index)
            default: bytes.insert(bytes[index], at: index)
            }
        }
        return bytes
    }
}

/// Expects invalid data, in whatever words.
func expectInvalidData(_ body: () throws -> Price, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(sourceLocation: sourceLocation) {
        try body()
    } throws: { error in
        if case .invalidData? = error as? PriceLoadingError { true } else { false }
    }
}
