import BTCPriceCore
import BTCPriceJSON

/// A quote as the cache file spells it, version 1.
enum QuoteRecord {
    /// One line; the price is a string, so that no reader takes it for a binary floating-point number.
    static func bytes(of quote: PriceQuote) -> [UInt8] {
        let price = PriceDigits.text(of: quote.price)
        let time = ISO8601.milliseconds(of: quote.timestamp)
        let line = #"""
            {"version":1,"price":"\#(price)","currency":"\#(quote.currency.code)",\#
            "timestamp":"\#(time)","source":"\#(quote.source)"}

            """#
        return Array(line.utf8)
    }

    /// The quote that a file holds; throws for anything but a quote in `currency`.
    static func quote(from bytes: [UInt8], in currency: Currency) throws(PriceStoreError) -> PriceQuote {
        let record: JSONValue
        do throws(JSONError) {
            record = try JSONValue(parsing: bytes)
        } catch {
            throw PriceStoreError(bytes.isEmpty ? "it is empty" : "it is not whole")
        }
        guard record["version"] == .number("1") else { throw PriceStoreError("it is of another version") }
        guard record["currency"]?.string == currency.code else { throw PriceStoreError("it is in another currency") }
        guard let price = record["price"]?.string.flatMap(PriceDigits.price(ofString:)),
            let timestamp = record["timestamp"]?.string.flatMap(ISO8601.date(fromMilliseconds:)),
            let source = record["source"]?.string, isSourceName(source)
        else { throw PriceStoreError("it holds no quote") }
        return PriceQuote(price: price, currency: currency, timestamp: timestamp, source: source)
    }

    /// Source names are lower-case words; nothing else of a file's is printed.
    static func isSourceName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }
}
