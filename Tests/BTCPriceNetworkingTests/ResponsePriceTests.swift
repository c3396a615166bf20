import BTCPriceCore
import BTCPriceJSON
import Testing

@testable import BTCPriceNetworking

/// What is checked before and after the body is searched for a price: its status, and its age.
@Suite struct ResponsePriceTests {
    @Test(arguments: SourceCase.onePerSource)
    func price_whenStatusIsNot2xx_throwsErrorOfStatus(_ source: SourceCase) throws {
        let body = try source.body("68901.23")
        for status in -1..<700 {
            let expected: Result<String, PriceLoadingError> =
                switch status {
                case 200..<300: .success("68901.23")
                case 418, 429: .failure(.rateLimited(status: status, retryAfter: .seconds(7)))
                case 451: .failure(.blocked)
                case 304: .failure(.unexpectedStatus(304))
                case 300..<400: .failure(.unexpectedStatus(status, hint: "captive portal?"))
                case 401: .failure(.unexpectedStatus(401, hint: source.exchange.keyVariable.map { "set \($0)" }))
                default: .failure(.unexpectedStatus(status))
                }
            #expect(source.price(in: body, status: status, retryAfter: "7") == expected, "status \(status)")
        }
    }

    @Test(arguments: SourceCase.onePerSource, ["", "<html>", "{}", "null", "{\"price\":"])
    func price_whenRateLimitedOrBlocked_ignoresBody(_ source: SourceCase, _ body: String) {
        for status in [418, 429] {
            let error = PriceLoadingError.rateLimited(status: status, retryAfter: nil)
            #expect(source.price(in: body.utf8, status: status) == .failure(error))
        }
        #expect(source.price(in: body.utf8, status: 451) == .failure(.blocked))
    }

    @Test(arguments: SourceCase.all)
    func priceTime_isTheTimeInTheBody(_ source: SourceCase) throws {
        let time = source.exchange.priceTime(in: try JSONValue(parsing: source.body()))
        #expect(time == source.fixture.time.map { Timestamp(milliseconds: $0 * 1000) })
    }

    /// By the source's own clocks: the user's is years ahead.
    @Test(
        arguments: SourceCase.all,
        [
            (-86_400, nil), (0, nil), (900, nil), (901, "15m"), (6 * 3600, "6h"), (2 * 86_400 + 1, "2d"),
        ] as [(Int, String?)])
    func price_whenMoreThan15MinutesOlderThanResponse_throwsItsAge(
        _ source: SourceCase, _ old: (seconds: Int, age: String?)
    ) throws {
        let date = source.fixture.time.map { Timestamp(milliseconds: $0 * 1000) + .seconds(old.seconds) }
        let price = source.price(in: try source.body("68901.23"), date: date ?? .late, receivedAt: .late)
        let age = source.fixture.time == nil ? nil : old.age
        #expect(price == (age.map { .failure(.invalidData("price is \($0) old")) } ?? .success("68901.23")))
    }

    @Test(arguments: SourceCase.onePerSource)
    func price_whenResponseHasNoDate_isRead(_ source: SourceCase) throws {
        #expect(source.price(in: try source.body("68901.23"), receivedAt: .late) == .success("68901.23"))
    }

    @Test(arguments: [
        ("bitstamp", #""1761594999""#, ["1761594999", #""-1""#, #""1e9""#, #""99999999999999999999""#, "null"]),
        (
            "coinbase", #""2025-10-27T19:56:39.000000000Z""#,
            [#""2025-10-27 19:56:39""#, #""2025-10-27T19:56:39+00:00""#, "1761594999"]
        ),
        ("cryptocompare", "1761594999", [#""1761594999""#, "1761594999.5", "-1"]),
        (
            "bitflyer", #""2025-10-27T19:56:39.0000000""#,
            [#""""#, #""Z""#, #""2025-10-27T19:56:39ZZ""#, #""2025-10-27T19:56:39+09:00""#, "1761594999"]
        ),
    ])
    func price_whenTimeCannotBeRead_isRead(_ name: String, _ time: String, _ others: [String]) throws {
        let source = try #require(SourceCase.onePerSource.first { $0.exchange.name == name })
        let text = String(decoding: try source.body("68901.23"), as: UTF8.self)
        try #require(text.contains(time), "Fixtures/\(name).txt has no time \(time)")
        for other in others {
            let body = Array(text.replacing(time, with: other).utf8)
            let read = source.exchange.priceTime(in: try JSONValue(parsing: body))
            #expect(read == nil, "\(other)")
            #expect(source.price(in: body, date: .late) == .success("68901.23"), "\(other)")
        }
    }
}

extension Timestamp {
    fileprivate static let late = Timestamp(milliseconds: 4_000_000_000_000)
}
