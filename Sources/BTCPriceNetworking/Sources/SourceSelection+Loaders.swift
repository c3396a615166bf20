package import BTCPriceCore
package import System

extension SourceSelection {
    /// A loader for each source, the primary first, with the ID of the source for its rate limits. Makes no connection.
    /// Throws if the environment contains an invalid base URL or key of one of them.
    ///
    /// - Parameters:
    ///   - environment: the variables for base URLs, keys, proxies and certificates.
    ///   - maxTime: the limit for each transfer.
    ///   - now: called when a response has been received; the result becomes the quote's timestamp.
    package func loaders(
        userAgent: String, environment: Environment, maxTime: Duration, now: @escaping @Sendable () -> Timestamp
    ) throws(SourceSettingsError) -> [(id: SourceID, loader: any PriceLoader)] {
        let client = CurlHTTPClient(userAgent: userAgent, environment: environment)
        var loaders: [(id: SourceID, loader: any PriceLoader)] = []
        for exchange in sources {
            guard let pair = exchange.pair(in: currency) else { continue }
            let settings = try SourceSettings(of: exchange, environment)
            let loader = ExchangePriceLoader(
                exchange: exchange, pair: pair, settings: settings, client: client, maxTime: maxTime, now: now)
            loaders.append((SourceID(name: exchange.name, baseURL: settings.baseURL), loader))
        }
        return loaders
    }
}
