import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

/// What is checked before and after the body is searched for a price: its status, and its age.
@Suite struct ResponsePriceTests {
    private static let errors: [(status: Int, error: PriceLoadingError)] = [
        (418, .rateLimited("HTTP 418 (rate limited)", for: .seconds(7))),
        (429, .rateLimited("HTTP 429 (rate limited)", for: .seconds(7))),
        (403, .blocked("HTTP 403", isCertain: false)), (405, .blocked("HTTP 405", isCertain: false)),
        (451, .blocked("HTTP 451", isCertain: true)),
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
        let time = source.exchange.priceTime(in: try JSONValue(parsing: source.body())).flatMap { Timestamp($0) }
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

    /// In place of the time of the price: 15 hours before the `Date`, as an exchange may write it one day.
    private static let oldTimes = [
        "1761594999", "1761594999.5", "1761594999123", "1761594999123456", #""1761594999""#, #""1761594999123""#,
        #""2025-10-27T19:56:39Z""#, #""2025-10-27T19:56:39.1234567""#, #""2025-10-27 19:56:39""#,
        #""2025-10-27t19:56:39z""#, #""2025-10-27T19:56:39+00:00""#, #""2025-10-28T04:56:39+0900""#,
    ]
    private static let unreadableTimes = [
        "-1", "1e9", "99999999999999999999", "true", "{}", "[1761594999]", #""""#, #""-1""#, #""1e9""#, #""yesterday""#,
        #""Mon, 27 Oct 2025 19:56:39 GMT""#, #""2025-10-27T19:56:39+09""#,
    ]
    @Test(arguments: SourceCase.onePerSource.filter { $0.fixture.time != nil })
    func priceTime_inAnyNotation_isReadOrRejected(_ source: SourceCase) throws {
        let body = String(decoding: try source.body(), as: UTF8.self)
        let date = "Date: Tue, 28 Oct 2025 10:57:00 GMT"
        func price(_ time: String, _ headers: [String]) -> Result<String, PriceLoadingError> {
            source.price(
                in: body.replacing(#/"?(1761594999|2025-10-27T19:56:39[.0]*Z?)"?/#, with: time).utf8, headers: headers)
        }
        for time in Self.oldTimes {
            #expect(price(time, [date]) == .failure(.invalidData("price is 15h old")), "\(time)")
            #expect(price(time, []) == .success("68901.23"), "\(time)")
        }
        let unreadable = PriceLoadingError.invalidData("the time of the price cannot be read")
        for time in Self.unreadableTimes {
            for headers in [[date], []] { #expect(price(time, headers) == .failure(unreadable), "\(time)") }
        }
        #expect(price("null", [date]) == .success("68901.23"))
        let name = try #require(body.firstMatch(of: /"(\w+)":(?="?(?:1761594999|2025-))/))
        let missing = body.replacing(name.output.0, with: "\"another\":")
        #expect(source.price(in: missing.utf8, headers: [date]) == .success("68901.23"))
    }

    /// AWS's firewall sends it in place of the source.
    @Test(arguments: SourceCase.onePerSource)
    func emptyResponse_ofAFirewall_isPerhapsABlock(_ source: SourceCase) {
        let header = "x-amzn-waf-action: challenge"
        #expect(
            source.price(in: [], status: 202, headers: [header]) == .failure(.blocked("HTTP 202", isCertain: false)))
        #expect(source.price(in: [], status: 202) == .failure(.invalidData("empty")))
    }
}

extension Timestamp {
    fileprivate static let late = Timestamp(milliseconds: 4_000_000_000_000)
}
