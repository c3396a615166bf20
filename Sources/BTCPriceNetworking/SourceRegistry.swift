/// Every source there is, in the order in which defaults are taken.
public enum SourceRegistry {
    /// A new source is one more line here.
    public static let exchanges: [any Exchange] = [
        Binance(),
        CryptoCompare(),
        Coinbase(),
        Kraken(),
        Bitstamp(),
    ]

    /// The source of that name.
    public static func exchange(named name: some Sequence<UInt8>) -> (any Exchange)? {
        exchanges.first { $0.name.utf8.elementsEqual(name) }
    }
}
