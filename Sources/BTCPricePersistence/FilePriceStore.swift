package import BTCPriceCore

/// The cache: one file per currency, shared by any number of processes.
package final class FilePriceStore: PriceStore {
    private let currency: Currency
    private let file: SharedFile

    /// - Parameter lockTimeout: how long to wait for another writer, evaluated at each write.
    package init(directory: CacheDirectory, currency: Currency, lockTimeout: @escaping @Sendable () -> Duration) {
        self.currency = currency
        // 4 is the version of the layout: versions of btcq with different layouts must not share a file.
        file = SharedFile(name: "BTC-\(currency.code).4", directory: directory, lockTimeout: lockTimeout)
    }

    package func retrieve() throws(StoreError) -> [PriceQuote] {
        guard let bytes = try file.contents() else { return [] }
        do throws(QuoteCodec.Failure) {
            return try QuoteCodec.quotes(from: bytes, in: currency)
        } catch {
            throw try file.path.unusable(error.rawValue)
        }
    }

    package func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError) {
        try file.update { bytes in
            let stored = bytes.flatMap { try? QuoteCodec.quotes(from: $0, in: currency) } ?? []
            return change(stored).map { QuoteCodec.bytes(of: $0, in: currency) }
        }
    }
}
