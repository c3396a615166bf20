import BTCPriceCore
import Foundation
import Testing

@testable import BTCPriceNetworking

/// What is checked before and after the body is searched for a price: its status, and its age.
@Suite struct ResponsePriceTests {
    private static let errors: [(status: Int, error: PriceLoadingError)] = [
        (418, .rateLimited("HTTP 418 (rate limited)", at: .now, for: .seconds(7))),
        (429, .rateLimited("HTTP 429 (rate limited)", at: .now, for: .seconds(7))),
        (403, .blocked("HTTP 403", isCertain: false)), (405, .blocked("HTTP 405", isCertain: false)),
        (451, .blocked("HTTP 451", isCertain: true)),
        (300, .rejected("HTTP 300 (has moved?)")), (302, .rejected("HTTP 302 (has moved?)")),
        (304, .rejected("HTTP 304")), (399, .rejected("HTTP 399 (has moved?)")),
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

    @Test(arguments: SourceCase.onePerSource)
    func priceTime_isTheTimeInTheBody(_ source: SourceCase) throws {
        let time = source.time(in: try source.body()).flatMap { Timestamp($0) }
        #expect(time == source.fixture.time.map { Timestamp(milliseconds: $0 * 1000) })
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// When it is received and the times in its `Date` headers, in seconds since the time of the price.
        let received: Int
        let dates: [Int]
        let ages: [String]
        /// The beginning of what is said if the body contains that time; nil if the quote is live.
        let reason: String?
        let reasonWithoutTime: String?

        init(
            _ name: String, received: Int, dates: [Int], ages: [String] = [], reason: String? = nil,
            withoutTime: String? = nil
        ) {
            (testDescription, self.received, self.dates, self.ages) = (name, received, dates, ages)
            (self.reason, reasonWithoutTime) = (reason, withoutTime)
        }
    }

    /// `sent`: the quote is doubtful for that reason.
    private static let (old, future, sent) = ("price is 15m old", "price is 15m in the future", "sent long ago")
    private static let responses = [
        Case("new", received: 0, dates: [0]), Case("15 minutes", received: 900, dates: [900]),
        Case("more", received: 901, dates: [901], reason: old),
        Case("two days", received: 172_801, dates: [172_801], reason: "price is 2d old"),
        Case("15 minutes in the future", received: -900, dates: [-900]),
        Case("more in the future", received: -901, dates: [-901], reason: future),
        Case("this machine's clock is behind by years", received: -99_999_999, dates: [0]),
        // HTTP caches.
        Case("two dates", received: 0, dates: [-7200, 0], withoutTime: "price is 2h old"),
        Case(
            "two dates, by another clock", received: 9999, dates: [-7200, 0], reason: "price is 2h old",
            withoutTime: "price is 2h old"),
        Case("15 minutes in one", received: 0, dates: [0], ages: ["900"]),
        Case("more in the first of two", received: 0, dates: [0], ages: ["901", "0"], reason: old, withoutTime: old),
        Case("an age that cannot be read", received: 0, dates: [0], ages: ["old"]),
        Case("15 minutes at the source and in a cache", received: 600, dates: [600], ages: ["300"]),
        Case("more in both", received: 901, dates: [600], ages: ["301"], reason: old),
        Case(
            "from the future, and in a cache", received: -600, dates: [-600], ages: ["1200"],
            reason: "price is 20m old", withoutTime: "price is 20m old"),
        // This machine's clock agrees with the time of the price: a mirror may have written `Date`.
        Case("14 minutes, by a mirror of yesterday", received: 899, dates: [-86_400], withoutTime: sent),
        Case("14 minutes before, by a mirror of tomorrow", received: -899, dates: [86_400]),
        Case("two dates of mirrors", received: 0, dates: [86_400, -86_400], withoutTime: "price is 2d old"),
        Case("new, but in a cache", received: 0, dates: [86_400], ages: ["901"], reason: old, withoutTime: old),
        Case(
            "a mirror of yesterday, without agreement", received: 900, dates: [-86_400],
            reason: "price is 1d in the future",
            withoutTime: sent),
        // By this machine's clock.
        Case("15 minutes without a date", received: 900, dates: []),
        Case("more without a date", received: 901, dates: [], reason: "\(old), or the clock of this machine"),
        Case("the future without a date", received: -901, dates: [], reason: future),
        Case("neither, but an HTTP cache", received: 0, dates: [], ages: ["901"], reason: old, withoutTime: old),
        Case("15 minutes on the way", received: 900, dates: [0]),
        Case("more on the way", received: 901, dates: [0], ages: ["900"], reason: sent, withoutTime: sent),
    ]

    @Test(arguments: SourceCase.onePerSource, responses)
    func price_whenOlderThan15MinutesByAnyClock_isRejected(_ source: SourceCase, _ response: Case) throws {
        let time = Timestamp(milliseconds: (source.fixture.time ?? 1_761_594_999) * 1000)
        let headers = response.dates.map { (time + .seconds($0)).dateHeader } + response.ages.map { "Age: \($0)" }
        let result = source.result(
            of: try source.body("68901.23"), headers: headers, receivedAt: time + .seconds(response.received))
        let expected = source.fixture.time == nil ? response.reasonWithoutTime : response.reason
        switch result {
        case .quote(let quote, _): #expect(expected == nil && quote.price.description == "68901.23")
        case .doubtful(let quote, let doubt, _):
            #expect(expected == Self.sent && quote.price.description == "68901.23" && doubt.earlierPrice == nil)
            #expect(doubt.sent?.date == response.dates.max().map { time + .seconds($0) })
        case .failure(let error):
            #expect(expected.map { error.invalidReason?.hasPrefix($0) } == true, "\(error)")
        }
    }

    @Test(arguments: SourceCase.onePerSource)
    func price_whenOnlyAnHTTPCacheSaysThatItIsOld_isRejectedWithoutBlameForTheClock(_ source: SourceCase) throws {
        let time = Timestamp(milliseconds: (source.fixture.time ?? 1_761_594_999) * 1000)
        let price = source.price(in: try source.body(), headers: ["Age: 901"], receivedAt: time + .seconds(1))
        #expect(price == .failure(.invalidData("price is 15m old")))
    }

    /// In place of the time of the price: 15 hours before the `Date`, as an exchange may write it one day.
    private static let oldTimes = [
        "1761594999", "1761594999.5", "1.761594999e9", "1761594999123", "1761594999123456", #""1761594999""#,
        #""1761594999123""#, #""2025-10-27T19:56:39Z""#, #""2025-10-27T19:56:39.1234567""#, #""2025-10-27 19:56:39""#,
        #""2025-10-27t19:56:39z""#, #""2025-10-27T19:56:39+00:00""#, #""2025-10-28T04:56:39+09""#,
    ]
    private static let unreadableTimes = [
        "-1", "0", "99999999999999999999", "true", "{}", "[1761594999]", #""""#, #""-1""#, #""yesterday""#,
        #""2025-10-27T19:56:39 UTC""#,
    ]

    @Test(arguments: SourceCase.onePerSource.filter { $0.fixture.time != nil })
    func priceTime_inAnyNotation_isReadOrRejected(_ source: SourceCase) throws {
        let body = String(decoding: try source.body(), as: UTF8.self)
        // The time as this source writes it, in whatever unit.
        let time = try #require(source.time(in: body.utf8)).testDescription
        // Its name and value, such as "time":1761594999.
        let member = try #require(try Regex("\"\\w+\":\(time)").firstMatch(in: body)).output[0].substring ?? ""
        let date = "Date: Tue, 28 Oct 2025 10:57:00 GMT"
        func price(_ time: String, name: String? = nil) -> Result<String, PriceLoadingError> {
            let name = name ?? String(member.prefix { $0 != ":" })
            return source.price(
                in: body.replacing(member, with: "\(name):\(time)").utf8, headers: [date],
                receivedAt: .now + .seconds(15 * 3600))
        }
        for time in Self.oldTimes {
            #expect(price(time) == .failure(.invalidData("price is 15h old")), "\(time)")
        }
        for time in Self.unreadableTimes {
            #expect(price(time) == .failure(.invalidData("the time of the price cannot be read")), "\(time)")
        }
        #expect(price("null") == .success("68901.23"))
        #expect(price(time, name: #""another""#) == .success("68901.23"))
    }

    /// AWS's firewall sends it in place of the source.
    @Test(arguments: SourceCase.onePerSource)
    func emptyResponse_ofAFirewall_isPerhapsABlock(_ source: SourceCase) {
        let header = "X-Amzn-Waf-Action: challenge"
        #expect(
            source.price(in: [], status: 202, headers: [header]) == .failure(.blocked("HTTP 202", isCertain: false)))
        #expect(source.price(in: [], status: 202) == .failure(.invalidData("empty")))
    }
}

extension Timestamp {
    /// Such as `Date: Mon, 27 Oct 2025 19:56:39 GMT`.
    fileprivate var dateHeader: String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "'Date: 'EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.string(from: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    }
}
