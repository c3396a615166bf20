package import BTCPriceCore

package enum SourceRegistry {
    /// All sources, in the order in which defaults are chosen. To add one, add a line.
    package static let exchanges: [any Exchange] = [
        Binance(),
        CryptoCompare(),
        Coinbase(),
        Kraken(),
        Bitstamp(),
        Bitflyer(),
    ]

    /// The source of this name, in any case.
    package static func exchange(named name: some Collection<UInt8>) -> (any Exchange)? {
        exchanges.first { name.equalsIgnoringCase($0.name) }
    }

    package static func exchanges(quoting currency: Currency) -> [any Exchange] {
        exchanges.filter { $0.pair(in: currency) != nil }
    }
}
