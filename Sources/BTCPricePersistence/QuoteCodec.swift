import BTCPriceCore
import BTCPriceJSON

/// The format of the cache file, version 2.
enum QuoteCodec {
    /// One line, without the last quotes if there are too many. Prices are strings, so that no reader converts them to
    /// binary floating point.
    static func bytes(of quotes: [PriceQuote], in currency: Currency) -> [UInt8] {
        let objects = quotes.map { quote in
            let members = [
                #""price":"\#(quote.price)""#,
                #""pair":"\#(quote.pair)""#,
                #""timestamp":"\#(quote.timestamp.iso8601Milliseconds)""#,
                #""source":"\#(quote.source)""#,
            ]
            return "{\(members.joined(separator: ","))}"
        }
        return SharedFile.contents(#"{"version":2,"currency":"\#(currency.code)","quotes":["#, objects)
    }

    /// The quotes in a cache file; throws for anything but a file with quotes in `currency`.
    static func quotes(from bytes: [UInt8], in currency: Currency) throws(StoreError.Reason) -> [PriceQuote] {
        guard let object = try? JSONValue(parsing: bytes) else { throw bytes.isEmpty ? .empty : .incomplete }
        guard object["version"]?.number?.elementsEqual("2".utf8) == true else { throw .anotherVersion }
        guard object["currency"]?.isString(currency.code) == true else { throw .anotherCurrency }
        let values = object["quotes"]?.array ?? []
        let quotes = values.compactMap { quote(from: $0, in: currency) }
        guard !quotes.isEmpty, quotes.count == values.count else { throw .noQuote }
        return quotes
    }

    private static func quote(from object: JSONValue, in currency: Currency) -> PriceQuote? {
        guard let price = object["price"]?.string.flatMap({ Price($0) }),
            let timestamp = object["timestamp"]?.string.flatMap(timestamp),
            let pair = object["pair"]?.string.flatMap(pairName),
            let source = object["source"]?.string.flatMap(sourceName)
        else { return nil }
        return PriceQuote(price: price, currency: currency, pair: pair, timestamp: timestamp, source: source)
    }

    /// A time exactly as `iso8601Milliseconds` writes it.
    private static func timestamp(_ text: [UInt8]) -> Timestamp? {
        text.count == 24 ? Timestamp(iso8601: text) : nil
    }

    /// A name of lower-case letters and digits.
    static func sourceName(_ text: [UInt8]) -> String? {
        name(text, maxLength: 32, lettersFrom: "a", to: "z", others: "")
    }

    /// `[A-Z0-9/_-]{1,20}`
    private static func pairName(_ text: [UInt8]) -> String? {
        name(text, maxLength: 20, lettersFrom: "A", to: "Z", others: "/_-")
    }

    private static func name(
        _ text: [UInt8], maxLength: Int, lettersFrom first: Unicode.Scalar, to last: Unicode.Scalar, others: String
    ) -> String? {
        let letters = UInt8(ascii: first)...UInt8(ascii: last)
        guard (1...maxLength).contains(text.count),
            text.allSatisfy({ $0.isDigit || letters.contains($0) || others.utf8.contains($0) })
        else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}
