package enum SourceRegistry {
    /// Their order decides the default sources, among which `RunSources` chooses.
    package static let all: [any SourceAPI] = [
        Binance(),
        CryptoCompare(),
        Bitstamp(),
        Coinbase(),
        Bitflyer(),
        Kraken(),
        CoinGecko(),
        CoinbaseSpot(),
    ]
}
