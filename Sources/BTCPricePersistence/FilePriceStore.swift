public import BTCPriceCore

/// The cache: one file a currency, shared by any number of processes.
public struct FilePriceStore: PriceStore {
    private let currency: Currency
    private let file: SharedFile

    /// The cache of `currency` in `folder`.
    ///
    /// - Parameter patience: how long another writer may be waited for, asked each time.
    public init(folder: CacheFolder, currency: Currency, patience: @escaping @Sendable () -> Duration) {
        self.currency = currency
        let name = "BTC-\(currency.code)"
        file = SharedFile("\(name).json", lockName: "\(name).lock", in: folder, patience: patience)
    }

    /// Reads the file once; takes no lock.
    public func retrieve() throws(PriceStoreError) -> PriceQuote? {
        guard let bytes = try file.read() else { return nil }
        return try QuoteRecord.quote(from: bytes, in: currency)
    }

    /// Compares, writes and renames under the lock. Without the lock there is no comparing: the newest writer wins.
    public func insert(_ quote: PriceQuote, unless isKept: (PriceQuote) -> Bool) throws(PriceStoreError) {
        try file.update { current, isAlone in
            let kept = current.flatMap { try? QuoteRecord.quote(from: $0, in: currency) }
            return isAlone && kept.map(isKept) == true ? nil : QuoteRecord.bytes(of: quote)
        }
    }
}
