import PortContracts
import Testing

@testable import BTCPriceCore

/// That the stores and locks of these tests do what the real ones do.
@Suite struct PortDoublesTests {
    typealias Ports = PriceStore & RateLimitStore & FetchLock & RefreshStamp

    struct Double: CustomTestStringConvertible {
        let testDescription: String
        /// Makes the ports of runs in several currencies.
        let make: @Sendable () -> (Currency) -> any Ports
    }

    private static let doubles = [
        Double(testDescription: "PortsDouble") { { _ in PortsDouble() } },
        Double(testDescription: "SimulatedRun") {
            let machine = SimulatedMachine([:])
            return { currency in
                let request = RunRequest(
                    currency: currency, sources: [.binance], policy: CachePolicy(), limits: FetchLimits())
                return SimulatedRun(machine, 1, SimulatedRun.Client(request: request, isConnected: true))
            }
        },
    ]

    @Test(arguments: doubles, PriceStoreContract.rules)
    func priceStore_ofDouble_keepsContract(_ double: Double, _ rule: ContractRule<PriceStoreContract.Stores>) throws {
        let make = double.make()
        try rule.check { make($0) }
    }

    @Test(arguments: doubles, RateLimitStoreContract.rules)
    func rateLimitStore_ofDouble_keepsContract(_ double: Double, _ rule: ContractRule<any RateLimitStore>) throws {
        try rule.check(double.make()(.usd))
    }

    @Test(arguments: doubles, FetchLockContract.rules)
    func fetchLock_ofDouble_keepsContract(_ double: Double, _ rule: ContractRule<any FetchLock>) throws {
        try rule.check(double.make()(.usd))
    }

    @Test(arguments: doubles, RefreshStampContract.rules)
    func refreshStamp_ofDouble_keepsContract(_ double: Double, _ rule: ContractRule<any RefreshStamp>) throws {
        try rule.check(double.make()(.usd))
    }
}
