import BTCPriceCore
import Testing

@testable import BTCQCommand

@Suite struct RunOptionsTests {
    private static let policies: [(command: String, mode: CachePolicy.Mode, maxAge: Duration)] = [
        ("", .fetch, .zero), ("-b", .background, .seconds(60)), ("-o", .offline, .zero),
        ("-o -b", .offline, .zero), ("-bo", .offline, .zero),
    ]

    @Test(arguments: policies)
    func cachePolicy_hasTheModeOfTheOptionsAndItsDefaultMaxAge(
        _ command: String, _ mode: CachePolicy.Mode, _ maxAge: Duration
    ) throws {
        let policy = try parse(command).cachePolicy
        #expect(policy == CachePolicy(maxAge: maxAge, maxStale: .seconds(86_400), mode: mode))
        for seconds in [0, 10] {
            let given = try parse("\(command) -a\(seconds) --max-stale=7").cachePolicy
            #expect(given == CachePolicy(maxAge: .seconds(seconds), maxStale: .seconds(7), mode: mode))
        }
    }

    @Test func limits_areThoseOfTheOptionsOrFollowFromThem() throws {
        for (command, timeout, maxTime) in [
            ("", 0.8, 5), ("-t10", 10, 20), ("-m1", 0.5, 1), ("-t10 -m7", 10, 7),
        ] as [(String, Double, Double)] {
            let limits = try parse(command).limits
            #expect(limits == FetchLimits(timeout: .seconds(timeout), maxTime: .seconds(maxTime)), "\(command)")
        }
    }

    @Test(arguments: [
        ("", "$68,901.23 2025-10-27T19:56:39Z binance BTCUSDT"), ("-n", "68901.23"),
        ("--decimals 0 -n", "68901"),
        ("--template '{source}: {price}' --decimals=1", "binance: $68,901.2"),
    ])
    func formatter_isThatOfTheFormatWithItsOptions(_ command: String, _ expected: String) throws {
        let output = try parse(command).sampleOutput
        #expect(output == expected)
    }
}
