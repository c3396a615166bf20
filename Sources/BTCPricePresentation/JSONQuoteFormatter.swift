import BTCPriceCore

/// One object on one line. The price is a number with the exact digits, the age is in whole seconds.
struct JSONQuoteFormatter: QuoteFormatter {
    /// There is nothing to choose.
    init(_ options: FormatOptions) {}

    func line(for delivered: DeliveredQuote) -> [UInt8] {
        let quote = delivered.quote
        // No value needs escaping: codes, times and source names are plain words.
        let members = [
            #""price":\#(PriceDigits.text(of: quote.price))"#,
            #""currency":"\#(quote.currency.code)""#,
            #""timestamp":"\#(ISO8601.seconds(of: quote.timestamp))""#,
            #""source":"\#(quote.source)""#,
            #""cached":\#(delivered.isCached)"#,
            #""stale":\#(delivered.isStale)"#,
            #""age":\#(delivered.age.seconds)"#,
        ]
        return Array("{\(members.joined(separator: ","))}".utf8)
    }
}
