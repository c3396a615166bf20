import BTCPriceCore
import BTCPricePersistence
import Foundation
import Platform
import SampleValues
import StubExchange
import TestSupport
import Testing

@testable import BTCPriceComposer

@Suite(.timeLimit(.minutes(5))) struct WriteLockTests {
    private let home = TemporaryDirectory()

    /// With a clock that begins in 20 s, the deadline is so far away that the wait is the usual one. If the time that has
    /// passed were ignored, it would be 11 ms, since the time limit is 1 ms. A lower bound does not depend on the machine's load.
    @Test func execute_whenTheCacheIsLocked_waitsAsTheTimeThatHasPassedAllows() throws {
        let exchange = try StubExchange()
        let variables = ["HOME": home.path, "BTCQ_BINANCE_URL": exchange.url("ok")]
        let environment = Environment(variables)
        let directory = "\(try CacheDirectory(environment).path.get())"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let lock = try acquireLock("\(directory)/BTC-USD.4.lock")
        defer { close(lock) }
        let choice = SourceChoice(fallback: .disabled)
        let selection = try SourceSelection(choice, among: AppDependencies.sources) { _ in false }
        let clock = MonotonicClock(startingIn: .seconds(20))
        var app = try AppDependencies(
            selection: selection, policy: CachePolicy(), limits: FetchLimits(maxTime: .milliseconds(1)),
            environment: environment, clock: clock, refresh: RefreshCommand([], environment))
        let before = clock.elapsed
        try #require(before < .seconds(-10))
        let isLive = if case .quote = app.fetchLatestPrice.execute().ending { true } else { false }
        try #require(isLive, "no response in 10 s")
        #expect(clock.elapsed - before >= .milliseconds(250))
    }
}
