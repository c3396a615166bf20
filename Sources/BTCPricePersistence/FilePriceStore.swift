package import BTCPriceCore

/// The cache: one file per currency, shared by any number of processes.
package struct FilePriceStore: PriceStore {
    private let currency: Currency
    private let file: SharedFile

    /// - Parameter lockTimeout: how long to wait for another writer, evaluated at each write.
    package init(directory: CacheDirectory, currency: Currency, lockTimeout: @escaping @Sendable () -> Duration) {
        self.currency = currency
        let name = "BTC-\(currency.code)"
        file = SharedFile("\(name).json", lockName: "\(name).lock", in: directory, lockTimeout: lockTimeout)
    }

    package func retrieve() throws(PriceStoreError) -> PriceQuote? {
        guard let bytes = try file.read() else { return nil }
        return try QuoteCodec.quote(from: bytes, in: currency)
    }

    /// If the lock cannot be acquired, nothing is compared, and the last writer wins.
    package func insert(_ quote: PriceQuote, unless shouldKeep: (PriceQuote) -> Bool) throws(PriceStoreError) {
        try file.update { current, isLocked in
            let stored = current.flatMap { try? QuoteCodec.quote(from: $0, in: currency) }
            return isLocked && stored.map(shouldKeep) == true ? nil : QuoteCodec.bytes(of: quote)
        }
    }
}
