package import BTCPriceCore

/// The cache: one file per currency, shared by any number of processes.
package struct FilePriceStore: PriceStore {
    private let currency: Currency
    private let file: SharedFile

    /// - Parameter lockTimeout: how long to wait for another writer, evaluated at each write.
    package init(directory: CacheDirectory, currency: Currency, lockTimeout: @escaping @Sendable () -> Duration) {
        self.currency = currency
        file = SharedFile("BTC-\(currency.code)", in: directory, lockTimeout: lockTimeout)
    }

    package func retrieve() throws(StoreError) -> [PriceQuote] {
        guard let bytes = try file.read() else { return [] }
        return try quotes(from: bytes)
    }

    package func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError) {
        try file.update { bytes in
            let stored = bytes.flatMap { try? quotes(from: $0) } ?? []
            return (change(stored).map { QuoteCodec.bytes(of: $0, in: currency) }, ())
        }
    }

    private func quotes(from bytes: [UInt8]) throws(StoreError) -> [PriceQuote] {
        try Result { () throws(StoreError.Reason) in try QuoteCodec.quotes(from: bytes, in: currency) }
            .mapError { StoreError.unusable(path: "\(file.path)", $0) }.get()
    }
}
