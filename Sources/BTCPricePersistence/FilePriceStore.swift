package import BTCPriceCore
import BTCPriceJSON
import Platform

/// The cache: a file for each currency.
package final class FilePriceStore: PriceStore {
    private let currency: Currency
    private let file: SharedFile

    /// - Parameter lockTimeout: how long to wait for another writer; called at each write.
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
    /// What follows the path in a message.
    enum Failure: String, Error {
        case empty = "is empty"
        /// Not JSON; probably the end is missing.
        case incomplete = "is not complete"
        case anotherCurrency = "is in another currency"
        /// There is no quote, or one that cannot be read.
        case noQuote = "contains no quote"
    }

    /// One line; the last quotes are left out if they do not fit into the file. Prices are strings, so that no reader makes
    /// binary floating point of them.
    static func bytes(of quotes: [PriceQuote], in currency: Currency) -> [UInt8] {
        let objects = quotes.map { quote in
            #"{"price":"\#(quote.price)","pair":"\#(quote.pair)","#
                + #""timestamp":"\#(quote.timestamp.iso8601Milliseconds)","source":"\#(quote.sourceName)""#
                + (quote.price24hAgo.map { #","price_24h_ago":"\#($0)""# } ?? "") + "}"
        }
        return SharedFile.limitedContents(#"{"currency":"\#(currency.code)","quotes":["#, objects)
    }

    /// Throws unless the file is in `currency`, and has one quote or more, all of which can be read.
    static func quotes(from bytes: [UInt8], in currency: Currency) throws(Failure) -> [PriceQuote] {
        guard let object = try? JSONValue(parsing: bytes) else { throw bytes.isEmpty ? .empty : .incomplete }
        guard object["currency"]?.isString(currency.code) == true else { throw .anotherCurrency }
        let values = object["quotes"]?.array ?? []
        let quotes = values.compactMap { quote(from: $0, in: currency) }
        guard !quotes.isEmpty, quotes.count == values.count else { throw .noQuote }
        return quotes
    }

    private static func quote(from object: JSONValue, in currency: Currency) -> PriceQuote? {
        // `iso8601Milliseconds` writes 24 characters.
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
