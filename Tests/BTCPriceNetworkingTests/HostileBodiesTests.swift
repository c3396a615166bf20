import BTCPriceCore
import StubExchange
import TestSupport
import Testing

/// Bodies that are almost correct never lead to a price that they do not contain.
@Suite struct HostileBodiesTests {
    @Test(arguments: SourceCase.all)
    func price_whenBodyIsTheFixtures_isTheFixturesPrice(_ source: SourceCase) throws {
        let expected = try #require(Price(source.fixture.price.utf8))
        #expect(try source.price(in: source.body()) == expected)
    }

    @Test(
        arguments: SourceCase.all,
        [
            "68901.22999999998976", "0.00000001", "999999999999.99999999", "1", "1234567890123456789012345678",
            "0.0000000000000000000000000001",
        ])
    func price_hasEveryDigit(_ source: SourceCase, _ digits: String) throws {
        #expect(try source.price(in: source.body(digits)).description == digits)
    }

    @Test(
        arguments: SourceCase.onePerSource,
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
    func price_whenValueIsNotAPrice_throws(_ source: SourceCase, _ literal: String) {
        #expect(throws: PriceLoadingError.invalidPrice) { try source.price(in: source.body(literal: literal)) }
    }

    @Test(
        arguments: SourceCase.onePerSource,
        [
            "", "1.", ".5", "NaN", "0x10", "00.5", "+1", "1_000", "'1'", "68901;23", "\"\u{0}\"", #""\x31""#,
            #""1"#, #"1""#, #""\ud800""#, "// 1",
        ])
    func price_whenValueIsNotJSON_throws(_ source: SourceCase, _ literal: String) {
        #expect(throws: PriceLoadingError.invalidData("not JSON")) {
            try source.price(in: source.body(literal: literal))
        }
    }

    @Test(arguments: SourceCase.all)
    func price_whenTypeOfValueIsWrong_throws(_ source: SourceCase) {
        let literal = source.fixture.priceIsString ? "68901.23" : #""68901.23""#
        #expect(throws: PriceLoadingError.invalidPrice) { try source.price(in: source.body(literal: literal)) }
    }

    @Test(
        arguments: SourceCase.all,
        [
            "{}", "[]", "null", "true", "68901.23", #""68901.23""#, "[{}]", #"{"error":[]}"#,
            #"{"error":[],"result":{}}"#,
        ])
    func price_whenBodyHasNoneOfTheMembers_throws(_ source: SourceCase, _ body: String) {
        expectInvalidData { try source.price(in: body.utf8) }
    }

    @Test(arguments: SourceCase.onePerSource)
    func price_whenBodyIsInAnArrayOrFollowsAnother_throws(_ source: SourceCase) throws {
        let body = try source.body()
        expectInvalidData { try source.price(in: "[".utf8 + body + "]".utf8) }
        expectInvalidData { try source.price(in: body + body) }
        expectInvalidData { try source.price(in: body + " x".utf8) }
    }

    @Test(arguments: SourceCase.onePerSource)
    func price_whenKeyIsDuplicate_throws(_ source: SourceCase) throws {
        let text = try source.fixture.body(currency: source.code)
        guard let key = text.firstMatch(of: /^\{("[^"]+")/)?.output.1,
            let body = try source.body("68901.23", after: "\(key):1")
        else { return }
        #expect(throws: PriceLoadingError.invalidData("not JSON")) { try source.price(in: body) }
    }

    @Test(arguments: SourceCase.all)
    func price_whenBodyNamesAnotherPair_throws(_ source: SourceCase) throws {
        guard source.fixture.namesItsPair else { return }
        for other in SourceCase.all where other.exchange.name == source.exchange.name && other.code != source.code {
            #expect(throws: PriceLoadingError.invalidData("not the pair asked for")) {
                try source.price(in: other.body())
            }
        }
    }

    @Test(arguments: SourceCase.onePerSource)
    func price_whenThereAreUnknownMembers_ignoresThem(_ source: SourceCase) throws {
        let surprise = #""surprise":{"price":"1","PRICE":1,"last":"1","c":["1"]},"\u00e9":[1e-8,null]"#
        guard let body = try source.body("68901.23", after: surprise) else { return }
        #expect(try source.price(in: body).description == "68901.23")
    }

    @Test(.timeLimit(.minutes(1)), arguments: SourceCase.onePerSource)
    func price_whenKeyHasManyCombiningMarks_takesLittleTime(_ source: SourceCase) throws {
        let marks = String(repeating: "\u{651}\u{64E}", count: 14 << 10)
        let others = (0..<880).map { ",\"\($0)\":1" }.joined()
        guard let body = try source.body("68901.23", after: "\"\(marks)\":1\(others)") else { return }
        var price: Price?
        let time = try processorTime { price = try source.price(in: body) }
        #expect(price?.description == "68901.23")
        #expect(time < .seconds(2))
    }

    @Test(arguments: SourceCase.onePerSource)
    func price_whenBodyIsDeeplyNested_throws(_ source: SourceCase) {
        for mark in ["[", #"{"a":"#] {
            let body = String(repeating: mark, count: 20_000)
            #expect(throws: PriceLoadingError.invalidData("not JSON")) { try source.price(in: body.utf8) }
        }
    }

    @Test(arguments: SourceCase.onePerSource)
    func price_whenBodyIsMutated_isOneThatItContains(_ source: SourceCase) throws {
        var random = SeededGenerator()
        let original = try source.body("68901.23")
        var prices = 0
        for _ in 0..<1000 {
            let mutated = random.mutated(original)
            guard let price = try? source.price(in: mutated) else { continue }
            prices += 1
            let text = String(decoding: mutated, as: UTF8.self)
            // Then the digits may be written in another way.
            let hasEscapeOrExponent = text.contains("\\") || text.contains(/[0-9][eE]/)
            #expect(
                hasEscapeOrExponent || Self.numbers(in: text).contains(price.description),
                "\(price) is not in \(text), \(random)")
        }
        #expect(prices > 30, "too few bodies were read, \(random)")
    }

    /// The numbers in a text, without leading and trailing zeros.
    private static func numbers(in text: String) -> [String] {
        text.matches(of: /[0-9]+(\.[0-9]+)?/).map { match in
            var digits = match.output.0.drop { $0 == "0" }
            if digits.contains(".") { while digits.last == "0" || digits.last == "." { digits.removeLast() } }
            return digits.first == "." ? "0\(digits)" : String(digits)
        }
    }
}

extension SeededGenerator {
    /// The bytes with one to three of them replaced, removed or repeated.
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

/// Expects invalid data, whatever the reason.
func expectInvalidData(_ body: () throws -> Price, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(sourceLocation: sourceLocation) {
        try body()
    } throws: { error in
        if case .invalidData? = error as? PriceLoadingError { true } else { false }
    }
}
