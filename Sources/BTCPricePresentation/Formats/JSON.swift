import BTCPriceCore

extension QuoteFormatter {
    /// One object on one line. The price is a number with the exact digits; the age is in whole seconds; the change is null if it
    /// is unknown.
    static let json = QuoteFormatter(
        name: "json", summary: "one object on one line", isAlwaysExact: true
    ) { delivered, _ in
        let quote = delivered.quote
        // No value needs escaping: codes, pairs, times and source names contain neither quotation marks nor backslashes.
        let members = [
            #""price":\#(quote.price)"#,
            #""currency":"\#(quote.currency.code)""#,
            #""pair":"\#(quote.pair)""#,
            #""timestamp":"\#(quote.timestamp.iso8601Seconds)""#,
            #""source":"\#(quote.sourceName)""#,
            #""cached":\#(delivered.isCached)"#,
            #""stale":\#(delivered.isStale)"#,
            #""age":\#(delivered.age.seconds)"#,
            #""change_24h_percent":\#(quote.change?.percent ?? "null")"#,
        ]
        return Array("{\(members.joined(separator: ","))}".utf8)
    }
}
