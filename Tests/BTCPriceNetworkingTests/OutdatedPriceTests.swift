import BTCPriceCore
import BTCPriceJSON
import Testing

@testable import BTCPriceNetworking

/// A price that is more than 15 minutes older than its response.
@Suite struct OutdatedPriceTests {
    private static let maxAge = Duration.seconds(900)

    @Test(arguments: SourceCase.all)
    func priceTime_isTheTimeInTheBody(_ source: SourceCase) throws {
        let body = try JSONValue(parsing: source.body())
        #expect(source.exchange.priceTime(in: body) == source.fixture.time.map { Timestamp(milliseconds: $0 * 1000) })
    }

    @Test(arguments: SourceCase.all.filter { $0.fixture.time != nil })
    func price_whenUpTo15MinutesOld_isRead(_ source: SourceCase) throws {
        let time = Timestamp(milliseconds: try #require(source.fixture.time) * 1000)
        for date in [
            time, time + .seconds(1), time + Self.maxAge, Timestamp(milliseconds: time.milliseconds - 86_400_000),
        ] {
            #expect(try source.price(in: source.body("68901.23"), date: date).description == "68901.23", "\(date)")
        }
    }

    @Test(
        arguments: SourceCase.all.filter { $0.fixture.time != nil },
        [(901, "15m"), (6 * 3600, "6h"), (2 * 86_400 + 1, "2d")])
    func price_whenOlderThan15Minutes_throwsItsAge(_ source: SourceCase, _ old: (seconds: Int, age: String)) throws {
        let date = Timestamp(milliseconds: try #require(source.fixture.time) * 1000) + .seconds(old.seconds)
        #expect(throws: PriceLoadingError.invalidData("price is \(old.age) old")) {
            try source.price(in: source.body(), date: date)
        }
    }

    @Test(arguments: SourceCase.all)
    func price_whenResponseHasNoDate_isRead(_ source: SourceCase) throws {
        let late = Timestamp(milliseconds: 4_000_000_000_000)
        #expect(try source.price(in: source.body("68901.23"), receivedAt: late).description == "68901.23")
    }

    @Test(arguments: SourceCase.all.filter { $0.fixture.time == nil })
    func price_whenBodyHasNoTime_isRead(_ source: SourceCase) throws {
        let date = Timestamp(milliseconds: 4_000_000_000_000)
        #expect(try source.price(in: source.body("68901.23"), date: date).description == "68901.23")
    }

    @Test(
        arguments: [
            ("bitstamp", #""timestamp":"1761594999""#, #""timestamp":1761594999"#),
            ("bitstamp", #""timestamp":"1761594999""#, #""timestamp":"-1""#),
            ("bitstamp", #""timestamp":"1761594999""#, #""timestamp":"1e9""#),
            ("bitstamp", #""timestamp":"1761594999""#, #""timestamp":"99999999999999999999""#),
            ("bitstamp", #""timestamp":"1761594999""#, #""timestamp":"999999999999999999""#),
            ("bitstamp", #""timestamp":"1761594999""#, #""timestamp":null"#),
            ("coinbase", "2025-10-27T19:56:39.000000000Z", "2025-10-27 19:56:39"),
            ("coinbase", "2025-10-27T19:56:39.000000000Z", "2025-10-27T19:56:39+00:00"),
            ("coinbase", #""2025-10-27T19:56:39.000000000Z""#, "1761594999"),
            ("cryptocompare", "1761594999", #""1761594999""#), ("cryptocompare", "1761594999", "1761594999.5"),
            ("cryptocompare", "1761594999", "-1"), ("bitflyer", "2025-10-27T19:56:39.0000000", ""),
            ("bitflyer", "2025-10-27T19:56:39.0000000", "Z"), ("bitflyer", "T19:56:39.0000000", "T19:56:39.0000000ZZ"),
            ("bitflyer", "T19:56:39.0000000", "T19:56:39.0000000+09:00"),
            ("bitflyer", #""2025-10-27T19:56:39.0000000""#, "1761594999"),
        ])
    func price_whenTimeCannotBeRead_isRead(_ name: String, _ time: String, _ replacement: String) throws {
        let source = try #require(SourceCase.onePerSource.first { $0.exchange.name == name })
        let text = String(decoding: try source.body("68901.23"), as: UTF8.self)
        try #require(text.contains(time))
        let body = Array(text.replacing(time, with: replacement).utf8)
        #expect(source.exchange.priceTime(in: try JSONValue(parsing: body)) == nil)
        let date = Timestamp(milliseconds: 4_000_000_000_000)
        #expect(try source.price(in: body, date: date).description == "68901.23")
    }
}
