public import BTCPriceCore

/// The cache: one file a currency, shared by any number of processes.
///
/// No fsync, on purpose: after a power cut an older quote, or none, is good enough.
public struct FilePriceStore: PriceStore {
    private let currency: Currency
    private let file: RegularFile
    private let lock: FileLock

    /// The cache of `currency` in `folder`, which need not exist.
    ///
    /// - Parameter patience: how long to wait for another writer.
    public init(folder: String, currency: Currency, patience: Duration = .milliseconds(250)) {
        self.currency = currency
        file = RegularFile(folder: folder, name: "BTC-\(currency.code).json")
        lock = FileLock(path: "\(folder)/BTC-\(currency.code).lock", patience: patience)
    }

    /// Reads the file once; takes no lock.
    public func retrieve() throws(PriceStoreError) -> PriceQuote? {
        guard let bytes = try file.read() else { return nil }
        return try QuoteRecord.quote(from: bytes, in: currency)
    }

    /// Compares, writes and renames under the lock.
    public func insert(_ quote: PriceQuote, unless isKept: (PriceQuote) -> Bool) throws(PriceStoreError) {
        let problem = Folder.make(file.folder)
        do throws(PriceStoreError) {
            try lock.withLock { isHeld throws(PriceStoreError) in
                // What cannot be read is replaced.
                if let kept = (try? retrieve()) ?? nil, isKept(kept) { return }
                try file.replace(with: QuoteRecord.bytes(of: quote), isAlone: isHeld)
            }
        } catch {
            throw problem ?? error
        }
    }
}
