package enum SourceRegistry {
    /// All sources, in the order in which defaults are chosen. To add one, add a line.
    package static let exchanges: [any Exchange] = [
        Binance(),
        CryptoCompare(),
        Bitstamp(),
        Coinbase(),
        Kraken(),
        Bitflyer(),
    ]
}
