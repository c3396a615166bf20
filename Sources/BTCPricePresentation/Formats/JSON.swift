import BTCPriceCore

extension QuoteFormatter {
    package static let json = QuoteFormatter(
        name: "json", summary: "one object on one line", isAlwaysExact: true
    ) { delivered, _ in
        let quote = delivered.quote
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
