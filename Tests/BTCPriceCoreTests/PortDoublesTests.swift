import PortContracts
import SampleValues
import Testing

@testable import BTCPriceCore

/// That the stores and locks of these tests do what the real ones do.
@Suite struct PortDoublesTests {
    typealias Ports = PriceStore & RateLimitStore & FetchLock & RefreshStamp

    enum Double: CaseIterable {
        case ports
        case simulatedRun

        /// Makes the ports of runs in several currencies.
        var make: (Currency) -> any Ports {
            let machine = SimulatedMachine([:])
            return { currency in
                guard self == .simulatedRun else { return PortsDouble() }
                let request = RunRequest(
                    currency: currency, endpoints: [.binance], policy: CachePolicy(), limits: FetchLimits())
                return SimulatedRun(machine, 1, SimulatedRun.Client(request: request, isConnected: true))
            }
        }
    }

    @Test(arguments: Double.allCases, PriceStoreContract.rules)
    func priceStore_ofDouble_keepsContract(_ double: Double, _ rule: ContractRule<PriceStoreContract.Stores>) throws {
        try rule.check(double.make)
    }

    @Test(arguments: Double.allCases, RateLimitStoreContract.rules)
    func rateLimitStore_ofDouble_keepsContract(_ double: Double, _ rule: ContractRule<any RateLimitStore>) throws {
        try rule.check(double.make(.usd))
    }

    @Test(arguments: Double.allCases, FetchLockContract.rules)
    func fetchLock_ofDouble_keepsContract(_ double: Double, _ rule: ContractRule<FetchLockContract.Locks>) throws {
        let ports = double.make(.usd)
        try rule.check { ports }
    }

    @Test(arguments: Double.allCases, RefreshStampContract.rules)
    func refreshStamp_ofDouble_keepsContract(_ double: Double, _ rule: ContractRule<RefreshStampContract.Stamps>) throws
    {
        let ports = double.make(.usd)
        try rule.check { ports }
    }
}
