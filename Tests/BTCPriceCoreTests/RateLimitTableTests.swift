import SampleValues
import Testing

@testable import BTCPriceCore

@Suite struct RateLimitTableTests {
    private static let mirror = Endpoint(sourceName: "kraken", key: "1")

    /// How long each of these sources must not be asked.
    private func timesLeft(_ rateLimits: RateLimitTable, of sources: Endpoint..., at now: Timestamp = .now)
        -> [Duration?]
    {
        sources.map { rateLimits.timeLeft(of: $0, at: now) }
    }

    @Test(arguments: [
        // How long the source asks to wait, and for how long it is not asked.
        (nil, 60), (Duration.seconds(30), 30), (.zero, 1), (.seconds(-5), 1), (.seconds(3600), 3600),
        (.seconds(86_400), 3600),
    ])
    func rateLimit_lastsAsSourceAsksWithinLimits(_ asked: Duration?, _ seconds: Int) {
        var rateLimits = RateLimitTable()
        rateLimits.add([.failure(.binance, .serverError), .failure(.kraken, .rateLimited(for: asked))], at: .now)
        #expect(timesLeft(rateLimits, of: .binance, .kraken) == [nil, .seconds(seconds)])
        #expect(timesLeft(rateLimits, of: Self.mirror) == [nil], "another base URL")
        let end = Timestamp.now + .seconds(seconds)
        #expect(timesLeft(rateLimits, of: .kraken, at: end + .milliseconds(-1)) == [.milliseconds(1)])
        #expect(timesLeft(rateLimits, of: .kraken, at: end) == [nil])
    }

    /// The run may have waited for the other source since.
    @Test func rateLimit_beginsWhenTheSourceHasSaidSo() {
        var rateLimits = RateLimitTable()
        rateLimits.add([.failure(.kraken, .rateLimited(at: .ago(.seconds(4)), for: .seconds(10)))], at: .now)
        #expect(timesLeft(rateLimits, of: .kraken) == [.seconds(6)])
    }

    /// A parallel run may have stored one that lasts longer.
    @Test(arguments: [(2, 5), (5, 5), (7, 7)])
    func add_keepsTheLaterEndOfTwoOfOneEndpoint(_ seconds: Int, _ end: Int) {
        let mirrors = [Self.mirror, Endpoint(sourceName: "binance", key: "1")]
        let stored = ([Endpoint.kraken, .binance] + mirrors).map { endpoint in
            RateLimit(endpoint, from: .ago(.seconds(1)), to: .now + .seconds(5))
        }
        var rateLimits = RateLimitTable(stored)
        rateLimits.add([.failure(.kraken, .rateLimited(for: .seconds(seconds))), .quote(.binance)], at: .now)
        #expect(timesLeft(rateLimits, of: .kraken) == [.seconds(end)])
        #expect(stored.dropFirst().allSatisfy(rateLimits.entries.contains))
        #expect(rateLimits.entries.count == stored.count)
    }

    @Test(arguments: [
        // When a rate limit begins and ends, in seconds from now, and whether it holds.
        (-1, 1, true), (0, 3600, true), (-10, 0, false), (-20, -10, false), (1, 5, false), (-1, 3600, false),
    ])
    func rateLimit_holdsFromBeginToEndUnlessTooLong(_ begin: Int, _ end: Int, _ holds: Bool) {
        let entry = RateLimit(.kraken, from: .now + .seconds(begin), to: .now + .seconds(end))
        var rateLimits = RateLimitTable([entry])
        #expect(timesLeft(rateLimits, of: .kraken) == [holds ? .seconds(end) : nil])
        rateLimits.add([], at: .now)
        #expect(rateLimits.entries == (holds ? [entry] : []), "the next writer removes it")
    }
}
