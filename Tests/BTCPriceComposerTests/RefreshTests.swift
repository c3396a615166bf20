import BTCPriceCore
import BTCPriceNetworking
import Testing

@testable import BTCPriceComposer

@Suite struct RefreshTests {
    @Test func refresh_asksTheSameSourcesInTheSameCurrencyWithTheSameBounds() throws {
        var request = Choice(primary: "kraken", fallback: "coinbase", currency: .gbp).request
        request.maxTime = .milliseconds(1500)
        request.timeout = .microseconds(250)
        #expect(
            try words(request, maxAge: .seconds(60)) == [
                "btcq-refresh", "--quiet", "--currency=GBP", "--primary=kraken", "--fallback=coinbase",
                "--max-time=1.500000000", "--max-age=60.000000000", "--timeout=0.000250000",
            ])
    }

    @Test func refresh_leavesTheTimeoutToItsDefaultAndNamesThatThereIsNoFallback() throws {
        #expect(
            try words(Choice.source("kraken").request, maxAge: .nanoseconds(1)) == [
                "btcq-refresh", "--quiet", "--currency=USD", "--primary=kraken", "--fallback=none",
                "--max-time=5.000000000", "--max-age=0.000000001",
            ])
    }

    private func words(_ request: Request, maxAge: Duration) throws -> [String] {
        let selection = try SourceSelection(request, Environment([:]))
        return Refresh.words(request, selection, maxAge: maxAge)
    }
}
