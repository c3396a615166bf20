package enum SourceRegistry {
    /// In the order of the defaults.
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
