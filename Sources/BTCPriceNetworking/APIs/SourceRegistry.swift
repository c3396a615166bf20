package enum SourceRegistry {
    /// In the order of the defaults, among which `RunSources` chooses.
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
