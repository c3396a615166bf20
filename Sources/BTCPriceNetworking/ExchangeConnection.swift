public import BTCPriceCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How one run reaches one exchange.
public struct ExchangeConnection: Sendable {
    let client: any HTTPClient
    let baseURL: String
    let pair: TradingPair
    let key: String?
    let timeLimit: Duration
    let now: @Sendable () -> Date
    let observe: @Sendable (SourceReport) -> Void

    /// - Parameters:
    ///   - baseURL: the exchange's own, or what the environment puts in its place.
    ///   - key: sent to this exchange alone, and printed nowhere.
    ///   - timeLimit: how long the transfer may take.
    ///   - now: the time of day, which becomes the quote's.
    ///   - observe: hears once how the exchange did.
    public init(
        client: any HTTPClient,
        baseURL: BaseURL,
        pair: TradingPair,
        key: String? = nil,
        timeLimit: Duration,
        now: @escaping @Sendable () -> Date,
        observe: @escaping @Sendable (SourceReport) -> Void = { _ in }
    ) {
        self.client = client
        self.baseURL = baseURL.text
        self.pair = pair
        self.key = key
        self.timeLimit = timeLimit
        self.now = now
        self.observe = observe
    }
}
