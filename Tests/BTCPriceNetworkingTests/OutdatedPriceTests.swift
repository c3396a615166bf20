import BTCPriceCore
import BTCPriceJSON
import BTCPriceNetworking
import Testing

/// A price that is more than an hour older than the answer that brings it.
@Suite struct StandingMarketTests {
    private static let hour = Duration.seconds(3600)

    @Test(arguments: Market.all)
    func priceTime_isTheOneThatTheAnswerNames(_ market: Market) throws {
        let answer = try JSONValue(parsing: market.body())
        #expect(market.exchange.priceTime(in: answer) == market.fixture.time.map { Timestamp(milliseconds: $0 * 1000) })
    }

    @Test(arguments: Market.all.filter { $0.fixture.time != nil })
    func priceUpToAnHourOld_isTaken(_ market: Market) throws {
        let time = Timestamp(milliseconds: try #require(market.fixture.time) * 1000)
        for date in [
            time, time + .seconds(1), time + Self.hour, Timestamp(milliseconds: time.milliseconds - 86_400_000),
        ] {
            #expect(try market.price(in: market.body("68901.23"), date: date).description == "68901.23", "\(date)")
        }
    }

    @Test(
        arguments: Market.all.filter { $0.fixture.time != nil },
        [(3601, "1h"), (6 * 3600, "6h"), (2 * 86_400 + 1, "2d")])
    func olderPrice_isInvalidDataThatTellsItsAge(_ market: Market, _ old: (seconds: Int, age: String)) throws {
        let date = Timestamp(milliseconds: try #require(market.fixture.time) * 1000) + .seconds(old.seconds)
        #expect(throws: PriceLoadingError.invalidData("price is \(old.age) old")) {
            try market.price(in: market.body(), date: date)
        }
    }

    @Test(arguments: Market.all)
    func answerWithoutADate_isTakenHoweverLateItComes(_ market: Market) throws {
        let late = Timestamp(milliseconds: 4_000_000_000_000)
        #expect(try market.price(in: market.body("68901.23"), receivedAt: late).description == "68901.23")
    }

    @Test(arguments: Market.all.filter { $0.fixture.time == nil })
    func answerWithoutATimeOfItsPrice_isTakenWhateverItsDate(_ market: Market) throws {
        let date = Timestamp(milliseconds: 4_000_000_000_000)
        #expect(try market.price(in: market.body("68901.23"), date: date).description == "68901.23")
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
            ("cryptocompare", "1761594999", "-1"),
        ])
    func timeThatCannotBeRead_concludesNothing(_ source: String, _ time: String, _ replacement: String) throws {
        let market = try Market.named(source)
        let text = String(decoding: try market.body("68901.23"), as: UTF8.self)
        try #require(text.contains(time))
        let body = Array(text.replacing(time, with: replacement).utf8)
        #expect(market.exchange.priceTime(in: try JSONValue(parsing: body)) == nil)
        let date = Timestamp(milliseconds: 4_000_000_000_000)
        #expect(try market.price(in: body, date: date).description == "68901.23")
    }
}
