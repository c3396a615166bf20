package import BTCPriceCore
import BTCPriceJSON
import Platform

/// The cache: one file per currency, shared by any number of processes.
package final class FilePriceStore: PriceStore {
    private let currency: Currency
    private let file: SharedFile

    /// - Parameter lockTimeout: how long to wait for another writer, evaluated at each write.
    package init(directory: CacheDirectory, currency: Currency, lockTimeout: @escaping @Sendable () -> Duration) {
        self.currency = currency
        file = SharedFile(
            name: "BTC-\(currency.code)\(SharedFile.layout)", directory: directory, lockTimeout: lockTimeout)
    }

    package func retrieve() throws(StoreError) -> [PriceQuote] {
        guard let bytes = try file.contents() else { return [] }
        do throws(QuoteCodec.Failure) {
            return try QuoteCodec.quotes(from: bytes, in: currency)
        } catch {
            throw .unusable("\(try file.path) \(error.rawValue)")
        }
    }

    package func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError) {
        try file.update { bytes in
            let stored = bytes.flatMap { try? QuoteCodec.quotes(from: $0, in: currency) } ?? []
            return change(stored).map { QuoteCodec.bytes(of: $0, in: currency) }
        }
    }
}

/// The layout of the cache file.
enum QuoteCodec {
    /// What is wrong with a file, as a clause that follows its path.
    enum Failure: String, Error {
        case empty = "is empty"
        /// Not JSON, for example because the end is missing.
        case incomplete = "is not complete"
        case anotherCurrency = "is in another currency"
        /// No quote, or one that cannot be read.
        case noQuote = "contains no quote"
    }

    /// One line, without the last quotes if not all of them fit. Prices are strings, so that no reader converts them to
    /// binary floating point.
    static func bytes(of quotes: [PriceQuote], in currency: Currency) -> [UInt8] {
        let objects = quotes.map { quote in
            #"{"price":"\#(quote.price)","pair":"\#(quote.pair)","#
                + #""timestamp":"\#(quote.timestamp.iso8601Milliseconds)","source":"\#(quote.sourceName)""#
                + (quote.price24hAgo.map { #","price_24h_ago":"\#($0)""# } ?? "") + "}"
        }
        return SharedFile.limitedContents(#"{"currency":"\#(currency.code)","quotes":["#, objects)
    }

    /// The quotes in a cache file. Throws unless it is in `currency`, contains at least one quote, and each of them can be read.
    static func quotes(from bytes: [UInt8], in currency: Currency) throws(Failure) -> [PriceQuote] {
        guard let object = try? JSONValue(parsing: bytes) else { throw bytes.isEmpty ? .empty : .incomplete }
        guard object["currency"]?.isString(currency.code) == true else { throw .anotherCurrency }
        let values = object["quotes"]?.array ?? []
        let quotes = values.compactMap { quote(from: $0, in: currency) }
        guard !quotes.isEmpty, quotes.count == values.count else { throw .noQuote }
        return quotes
    }

    private static func quote(from object: JSONValue, in currency: Currency) -> PriceQuote? {
        // The time has as many characters as `iso8601Milliseconds` writes.
        guard let price = object["price"]?.string.flatMap({ Price($0) }),
            let time = object["timestamp"]?.string, time.count == 24, let timestamp = Timestamp(iso8601: time),
            let pair = object["pair"]?.string, TradingPair.isName(pair), let source = identifier(object["source"])
        else { return nil }
        return PriceQuote(
            price: price, price24hAgo: object["price_24h_ago"]?.string.flatMap { Price($0) }, currency: currency,
            pair: String(decoding: pair, as: UTF8.self), timestamp: timestamp, sourceName: source)
    }

    static func identifier(_ value: JSONValue?) -> String? {
        value?.string.flatMap { Endpoint.isIdentifier($0) ? String(decoding: $0, as: UTF8.self) : nil }
    }
}
