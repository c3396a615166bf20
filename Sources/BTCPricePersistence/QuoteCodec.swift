import BTCPriceCore
import BTCPriceJSON

/// The format of the cache file, version 1.
enum QuoteCodec {
    /// One line. The price is a string, so that no reader converts it to binary floating point.
    static func bytes(of quote: PriceQuote) -> [UInt8] {
        let members = [
            #""version":1"#,
            #""price":"\#(quote.price)""#,
            #""currency":"\#(quote.currency.code)""#,
            #""pair":"\#(quote.pair)""#,
            #""timestamp":"\#(quote.timestamp.iso8601Milliseconds)""#,
            #""source":"\#(quote.source)""#,
        ]
        return Array("{\(members.joined(separator: ","))}\n".utf8)
    }

    /// The quote in a cache file; throws for anything but a quote in `currency`.
    static func quote(from bytes: [UInt8], in currency: Currency) throws(PriceStoreError) -> PriceQuote {
        let object: JSONValue
        do throws(JSONError) {
            object = try JSONValue(parsing: bytes)
        } catch {
            throw PriceStoreError(bytes.isEmpty ? "it is empty" : "it is not complete")
        }
        guard object["version"]?.number?.elementsEqual("1".utf8) == true else {
            throw PriceStoreError("it is of another version")
        }
        guard object["currency"]?.isString(currency.code) == true else {
            throw PriceStoreError("it is in another currency")
        }
        guard let price = object["price"]?.string.flatMap({ Price($0) }),
            let timestamp = object["timestamp"]?.string.flatMap(timestamp),
            let pair = object["pair"]?.string.flatMap(pairName),
            let source = object["source"]?.string.flatMap(sourceName)
        else { throw PriceStoreError("it contains no quote") }
        return PriceQuote(price: price, currency: currency, pair: pair, timestamp: timestamp, source: source)
    }

    /// A time exactly as `iso8601Milliseconds` writes it.
    static func timestamp(_ text: [UInt8]) -> Timestamp? {
        text.count == 24 ? Timestamp(iso8601: text) : nil
    }

    /// A name of lower-case letters and digits.
    static func sourceName(_ text: [UInt8]) -> String? {
        name(text, maxLength: 32, lettersFrom: "a", to: "z", others: "")
    }

    /// `[A-Z0-9/-]{1,20}`
    private static func pairName(_ text: [UInt8]) -> String? {
        name(text, maxLength: 20, lettersFrom: "A", to: "Z", others: "/-")
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
