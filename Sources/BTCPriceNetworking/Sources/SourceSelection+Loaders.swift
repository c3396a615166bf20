package import BTCPriceCore
package import System

extension SourceSelection {
    /// A loader for each source, the primary first. Opens nothing.
    ///
    /// - Parameters:
    ///   - environment: of base URLs, keys, proxies and certificates.
    ///   - maxTime: the limit for each transfer.
    ///   - now: the time of receipt, which becomes the quote's timestamp.
    package func loaders(
        userAgent: String, environment: Environment, maxTime: Duration, now: @escaping @Sendable () -> Timestamp
    ) throws(SourceSettingsError) -> [any PriceLoader] {
        let client = CurlHTTPClient(userAgent: userAgent, environment: environment)
        var loaders: [any PriceLoader] = []
        for exchange in sources {
            guard let pair = exchange.pair(in: currency) else { continue }
            loaders.append(
                ExchangePriceLoader(
                    exchange: exchange, pair: pair, settings: try SourceSettings(of: exchange, environment),
                    client: client, maxTime: maxTime, now: now))
        }
        return loaders
    }
}
