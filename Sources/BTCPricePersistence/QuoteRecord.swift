import BTCPriceCore
import BTCPriceJSON

/// A quote as the cache file spells it, version 1.
enum QuoteRecord {
    /// One line; the price is a string, so that no reader takes it for a binary floating-point number.
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

    /// The quote that a file holds; throws for anything but a quote in `currency`.
    static func quote(from bytes: [UInt8], in currency: Currency) throws(PriceStoreError) -> PriceQuote {
        let record: JSONValue
        do throws(JSONError) {
            record = try JSONValue(parsing: bytes)
        } catch {
            throw PriceStoreError(bytes.isEmpty ? "it is empty" : "it is not whole")
        }
        guard record["version"]?.number?.elementsEqual("1".utf8) == true else {
            throw PriceStoreError("it is of another version")
        }
        guard record["currency"]?.isString(currency.code) == true else {
            throw PriceStoreError("it is in another currency")
        }
        guard let price = record["price"]?.string.flatMap({ Price($0) }),
            let timestamp = record["timestamp"]?.string.flatMap(timestamp),
            let pair = record["pair"]?.string.flatMap(pairName),
            let source = record["source"]?.string.flatMap(sourceName)
        else { throw PriceStoreError("it holds no quote") }
        return PriceQuote(price: price, currency: currency, pair: pair, timestamp: timestamp, source: source)
    }

    /// A time just as `iso8601Milliseconds` spells it.
    static func timestamp(_ text: [UInt8]) -> Timestamp? {
        text.count == 24 ? Timestamp(iso8601: text) : nil
    }

    /// Source names are lower-case words: nothing else of a file's is printed, but for the pair.
    static func sourceName(_ text: [UInt8]) -> String? {
        let isName =
            (1...32).contains(text.count)
            && text.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || DecimalDigits.isDigit(byte)
            }
        return isName ? String(decoding: text, as: UTF8.self) : nil
    }

    private static func pairName(_ text: [UInt8]) -> String? {
        let isName =
            (1...20).contains(text.count)
            && text.allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || DecimalDigits.isDigit(byte)
                    || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-")
            }
        return isName ? String(decoding: text, as: UTF8.self) : nil
    }
}
