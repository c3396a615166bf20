import BTCPriceCore
import BTCPriceJSON
import Testing

@testable import BTCPriceNetworking

/// What is checked before and after the body is searched for a price: its status, and its age.
@Suite struct ResponsePriceTests {
    private static let errors: [(status: Int, error: PriceLoadingError)] = [
        (418, .rateLimited("HTTP 418 (rate limited)", for: .seconds(7))),
        (429, .rateLimited("HTTP 429 (rate limited)", for: .seconds(7))),
        (403, .blocked("HTTP 403", isCertain: false)), (451, .blocked("HTTP 451", isCertain: true)),
        (300, .rejected("HTTP 300 (captive portal?)")), (302, .rejected("HTTP 302 (captive portal?)")),
        (304, .rejected("HTTP 304")), (399, .rejected("HTTP 399 (captive portal?)")),
        (-1, .rejected("HTTP -1")), (0, .rejected("HTTP 0")), (199, .rejected("HTTP 199")),
        (400, .rejected("HTTP 400")), (404, .rejected("HTTP 404")), (500, .rejected("HTTP 500")),
    ]

    @Test(arguments: SourceCase.onePerSource)
    func price_whenStatusIsNot2xx_isErrorOfStatusWhateverTheBodyIs(_ source: SourceCase) throws {
        let correct = try source.body("68901.23")
        for status in [200, 299] { #expect(source.price(in: correct, status: status) == .success("68901.23")) }
        let hint = source.fixture.keyVariable.map { " (set \($0))" } ?? ""
        for (status, error) in Self.errors + [(401, .rejected("HTTP 401" + hint))] {
            for body in [correct] + ["", "<html>", "{}", "{\"price\":"].map({ Array($0.utf8) }) {
                let price = source.price(in: body, status: status, headers: ["Retry-After: 7"])
                #expect(price == .failure(error), "status \(status)")
            }
        }
    }

    @Test(arguments: SourceCase.all)
    func priceTime_isTheTimeInTheBody(_ source: SourceCase) throws {
        let time = source.exchange.priceTime(in: try JSONValue(parsing: source.body()))
        #expect(time == source.fixture.time.map { Timestamp(milliseconds: $0 * 1000) })
    }

    /// How many seconds the `Date` headers are after the time of the price, other headers, and what is wrong: with a time in
    /// the body, and without.
    private static let times: [(String, dates: [Int], headers: [String], reason: String?, withoutTime: String?)] = [
        ("a new price", [0], [], nil, nil),
        ("a price of 15 minutes", [900], [], nil, nil),
        ("a price of more than 15 minutes", [901], [], "price is 15m old", nil),
        ("a price of six hours", [6 * 3600], [], "price is 6h old", nil),
        ("a price of two days", [2 * 86_400 + 1], [], "price is 2d old", nil),
        ("a price 15 minutes in the future", [-900], [], nil, nil),
        ("a price more than 15 minutes in the future", [-901], [], "price is 15m in the future", nil),
        ("a price of Japanese time as UTC", [-9 * 3600], [], "price is 9h in the future", nil),
        ("a cache that keeps the first of two dates", [0, 7200], [], "price is 2h old", nil),
        ("a cache that keeps the second of two dates", [7200, 0], [], "price is 2h old", nil),
        ("15 minutes in a cache", [], ["Age: 900"], nil, nil),
        ("six hours in a cache", [], ["Age: 21600"], "price is 6h old", "price is 6h old"),
        ("six hours in one of two caches", [0], ["Age: 21600", "Age: 0"], "price is 6h old", "price is 6h old"),
        ("an age that cannot be read", [0], ["Age: -21600", "Age: old"], nil, nil),
        ("an age of many digits", [0], ["Age: 99999999999999999999"], "price is 3650d old", "price is 3650d old"),
        ("15 minutes at the source and in a cache", [600], ["Age: 300"], nil, nil),
        ("more at the source and in a cache", [600], ["Age: 301"], "price is 15m old", nil),
        ("a future price, and 15 minutes in a cache", [-600], ["Age: 900"], nil, nil),
        ("a future price, and more in a cache", [-600], ["Age: 901"], "price is 15m old", "price is 15m old"),
        ("neither a date nor a cache", [], [], nil, nil),
    ]

    /// By the source's own clocks, and an HTTP cache's: the user's is years ahead.
    @Test(arguments: SourceCase.all, times)
    func price_whenOlderThan15MinutesOrInFuture_throwsItsAge(
        _ source: SourceCase,
        _ example: (String, dates: [Int], headers: [String], reason: String?, withoutTime: String?)
    ) throws {
        let time = Timestamp(milliseconds: (source.fixture.time ?? 1_761_594_999) * 1000)
        let headers = example.dates.map { (time + .seconds($0)).dateHeader } + example.headers
        let price = source.price(in: try source.body("68901.23"), headers: headers, receivedAt: .late)
        let reason = source.fixture.time == nil ? example.withoutTime : example.reason
        #expect(price == (reason.map { .failure(.invalidData($0)) } ?? .success("68901.23")))
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
        let source = try SourceCase.named(name)
        for other in others {
            let body = try source.body(replacing: time, with: other)
            let read = source.exchange.priceTime(in: try JSONValue(parsing: body))
            #expect(read == nil, "\(other)")
            #expect(source.price(in: body, headers: [Timestamp.late.dateHeader]) == .success("68901.23"), "\(other)")
        }
    }
}

extension Timestamp {
    fileprivate static let late = Timestamp(milliseconds: 4_000_000_000_000)
}
