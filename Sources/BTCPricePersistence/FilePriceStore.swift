package import BTCPriceCore
import Platform

/// The cache: a file for each currency, with a line for the last quote of each source.
package final class FilePriceStore: PriceStore {
    private let currency: Currency
    private let file: SharedFile

    /// - Parameter lockTimeout: how long to wait for another writer; called at each update.
    package init(directory: CacheDirectory, currency: Currency, lockTimeout: @escaping @Sendable () -> Duration) {
        self.currency = currency
        file = SharedFile(
            name: "BTC-\(currency.code)\(SharedFile.layout)", directory: directory, lockTimeout: lockTimeout)
    }

    package func retrieve() -> (quotes: [PriceQuote], error: StoreError?) {
        do throws(StoreError) {
            guard let contents = try file.contents() else { return ([], nil) }
            let (quotes, isDamaged) = parse(contents)
            return (quotes, isDamaged ? .unusable("\(try file.path) is damaged; the next price replaces it") : nil)
        } catch {
            return ([], error)
        }
    }

    package func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError) {
        try file.update { contents in
            change(contents.map { parse($0).quotes } ?? []).map { SharedFile.contents(of: $0.map(QuoteLine.text)) }
        }
    }

    /// Damage in a line costs that line. A file without any quote is damaged too.
    private func parse(_ contents: [UInt8]) -> (quotes: [PriceQuote], isDamaged: Bool) {
        let lines = SharedFile.lines(of: contents)
        let quotes = lines.compactMap { QuoteLine.quote($0, in: currency) }
        return (quotes, quotes.isEmpty || quotes.count < lines.count)
    }
}
