import BTCPriceCore
import StubExchange
import TestSupport
import Testing

@testable import BTCPriceNetworking

/// Bodies that are almost correct never lead to a price that they do not contain.
@Suite struct HostileBodiesTests {
    @Test(arguments: SourceCase.onePerSource)
    func price_whenItHasManyDigits_hasEveryDigit(_ source: SourceCase) throws {
        for digits in ["68901.22999999998976", "1234567890123456789012345678", "0.0000000000000000000000000001"] {
            #expect(source.price(in: try source.body(digits)) == .success(digits))
        }
    }

    private static let notPrices = ["-1", "-0", "0", "0.0", "0e5", "1e999", "1e-999", "12345678901234567890123456789"]
    private static let notPriceTexts = [
        "", "NaN", "5abc", "1.5.5", " 1", "1 ", "1\\n", "1,000", "+1", "1.", "١٢٣", "1e5x",
    ]

    @Test(arguments: SourceCase.onePerSource)
    func price_asANumberOrAString_isReadUnlessItIsNoPrice(_ source: SourceCase) throws {
        for literal in ["68901.23", #""68901.23""#, "6.890123e4"] {
            #expect(source.price(in: try source.body(literal: literal)) == .success("68901.23"), "\(literal)")
        }
        let texts = (Self.notPrices + Self.notPriceTexts).map { "\"\($0)\"" }
        for literal in Self.notPrices + texts + ["null", "true", "[]", "{}", "[68901.23]", #"["68901.23"]"#] {
            #expect(source.price(in: try source.body(literal: literal)) == .failure(.invalidPrice), "\(literal)")
        }
    }

    @Test(arguments: SourceCase.onePerSource)
    func price_whenBodyIsNotJSON_throws(_ source: SourceCase) throws {
        let literals = try ["", "1.", "NaN", "'1'", #""1"#].map { try source.body(literal: $0) }
        for body in literals + ["<html>", "{", "\u{FEFF}{}"].map({ Array($0.utf8) }) + [try source.body() + [0x78]] {
            let text = String(decoding: body, as: UTF8.self)
            #expect(source.price(in: body) == .failure(.invalidData("not JSON")), "\(text)")
        }
        #expect(source.price(in: []) == .failure(.invalidData("empty")))
    }

    @Test(arguments: SourceCase.onePerSource)
    func price_whenBodyHasNoneOfTheMembers_throws(_ source: SourceCase) throws {
        for body in [
            "{}", "[]", "null", "true", "68901.23", #""68901.23""#, "[{}]", #"{"error":[]}"#,
            #"{"error":[],"result":{}}"#, "[\(String(decoding: try source.body(), as: UTF8.self))]",
        ] {
            #expect(throws: PriceLoadingError.self, "\(body)") { try source.price(in: body.utf8).get() }
        }
    }

    @Test(arguments: SourceCase.onePerSource.filter(\.fixture.namesItsPair))
    func price_whenBodyNamesAnotherPair_throws(_ source: SourceCase) throws {
        for other in source.inEachCurrency where other.code != source.code {
            #expect(source.price(in: try other.body()) == .failure(.wrongPair), "\(other.code)")
        }
    }

    /// One of them is a key with many combining marks, which takes seconds to compare as a string.
    @Test(.timeLimit(.minutes(5)), arguments: SourceCase.onePerSource)
    func price_whenThereAreUnknownMembers_ignoresThemInLittleTime(_ source: SourceCase) throws {
        let surprise = #""surprise":{"price":"1","PRICE":1,"last":"1","c":["1"]},"\u00e9":[1e-8,null]"#
        let marks = String(repeating: "\u{651}\u{64E}", count: 14 << 10)
        let others = (0..<880).map { "\"\($0)\":1" }.joined(separator: ",")
        guard let body = try source.body("68901.23", after: "\(surprise),\"\(marks)\":1,\(others)") else { return }
        var price: Result<String, PriceLoadingError>?
        let time = processorTime { price = source.price(in: body) }
        #expect(price == .success("68901.23"))
        #expect(time < .seconds(2))
    }
}
