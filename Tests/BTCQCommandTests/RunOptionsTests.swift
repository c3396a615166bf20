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
}
