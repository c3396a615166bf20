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
                case 418, 429: .failure(.rateLimited("HTTP \(status) (rate limited)", for: .seconds(7)))
                case 403, 451: .failure(.blocked("HTTP \(status)", isCertain: status == 451))
                case 300..<400 where status != 304: .failure(.rejected("HTTP \(status) (captive portal?)"))
                case 401: .failure(.rejected("HTTP 401" + (source.fixture.keyVariable.map { " (set \($0))" } ?? "")))
                default: .failure(.rejected("HTTP \(status)"))
                }
            let price = source.price(in: body, status: status, headers: ["Retry-After: 7"])
            #expect(price == expected, "status \(status)")
        }
    }

    @Test(arguments: SourceCase.onePerSource, ["", "<html>", "{}", "null", "{\"price\":"])
    func price_whenRateLimitedOrBlocked_ignoresBody(_ source: SourceCase, _ body: String) {
        for status in [403, 418, 429, 451] {
            let error: PriceLoadingError =
                HTTPStatus.isRateLimit(status)
                ? .rateLimited("HTTP \(status) (rate limited)", for: nil)
                : .blocked("HTTP \(status)", isCertain: status == 451)
            #expect(source.price(in: body.utf8, status: status) == .failure(error))
        }
    }

    @Test(arguments: SourceCase.all)
    func priceTime_isTheTimeInTheBody(_ source: SourceCase) throws {
        let time = source.exchange.priceTime(in: try JSONValue(parsing: source.body()))
        #expect(time == source.fixture.time.map { Timestamp(milliseconds: $0 * 1000) })
    }

    /// A response whose `Date` headers are so many seconds after the time of its price.
    struct TimeCase: CustomTestStringConvertible {
        let testDescription: String
        var dates: [Int] = []
        var headers: [String] = []
        /// Nil if the price is accepted.
        var reason: String?
        /// At a source that does not send the time of its price.
        var reasonWithoutTime: String?

        init(
            _ name: String, _ dates: [Int], _ headers: [String] = [], _ reason: String? = nil, elsewhere: String? = nil
        ) {
            (testDescription, self.dates, self.headers) = (name, dates, headers)
            (self.reason, reasonWithoutTime) = (reason, elsewhere)
        }
    }

    private static let times = [
        TimeCase("a new price", [0]),
        TimeCase("a price of 15 minutes", [900]),
        TimeCase("a price of more than 15 minutes", [901], [], "price is 15m old"),
        TimeCase("a price of six hours", [6 * 3600], [], "price is 6h old"),
        TimeCase("a price of two days", [2 * 86_400 + 1], [], "price is 2d old"),
        TimeCase("a price 15 minutes in the future", [-900]),
        TimeCase("a price more than 15 minutes in the future", [-901], [], "price is 15m in the future"),
        TimeCase("a price of Japanese time as UTC", [-9 * 3600], [], "price is 9h in the future"),
        TimeCase("an HTTP cache that keeps the first of two dates", [0, 7200], [], "price is 2h old"),
        TimeCase("an HTTP cache that keeps the second of two dates", [7200, 0], [], "price is 2h old"),
        TimeCase("15 minutes in an HTTP cache", [], ["Age: 900"]),
        TimeCase("six hours in an HTTP cache", [], ["Age: 21600"], "price is 6h old", elsewhere: "price is 6h old"),
        TimeCase(
            "six hours in the first of two caches", [0], ["Age: 21600", "Age: 0"], "price is 6h old",
            elsewhere: "price is 6h old"),
        TimeCase("an age that cannot be read", [0], ["Age: -21600", "Age: old"]),
        TimeCase(
            "an age of more digits than fit", [0], ["Age: 99999999999999999999"], "price is 3650d old",
            elsewhere: "price is 3650d old"),
        TimeCase("15 minutes at the source and in a cache together", [600], ["Age: 300"]),
        TimeCase("more at the source and in a cache together", [600], ["Age: 301"], "price is 15m old"),
        TimeCase("a price in the future, and 15 minutes in a cache", [-600], ["Age: 900"]),
        TimeCase(
            "a price in the future, and more in a cache", [-600], ["Age: 901"], "price is 15m old",
            elsewhere: "price is 15m old"),
    ]

    /// By the source's own clocks: the user's is years ahead.
    @Test(arguments: SourceCase.all, times)
    func price_whenOlderThan15MinutesOrInFuture_throwsItsAge(_ source: SourceCase, _ example: TimeCase) throws {
        let time = Timestamp(milliseconds: (source.fixture.time ?? 1_761_594_999) * 1000)
        let headers = example.dates.map { (time + .seconds($0)).dateHeader } + example.headers
        let price = source.price(in: try source.body("68901.23"), headers: headers, receivedAt: .late)
        let reason = source.fixture.time == nil ? example.reasonWithoutTime : example.reason
        #expect(price == (reason.map { .failure(.invalidData($0)) } ?? .success("68901.23")))
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
        let source = try #require(SourceCase.onePerSource.first { $0.name == name })
        let text = String(decoding: try source.body("68901.23"), as: UTF8.self)
        try #require(text.contains(time), "Fixtures/\(name).txt has no time \(time)")
        for other in others {
            let body = Array(text.replacing(time, with: other).utf8)
            let read = source.exchange.priceTime(in: try JSONValue(parsing: body))
            #expect(read == nil, "\(other)")
            #expect(source.price(in: body, headers: [Timestamp.late.dateHeader]) == .success("68901.23"), "\(other)")
        }
    }
}

extension Timestamp {
    fileprivate static let late = Timestamp(milliseconds: 4_000_000_000_000)
}
