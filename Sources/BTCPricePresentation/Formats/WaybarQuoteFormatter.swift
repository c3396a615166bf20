import BTCPriceCore

/// One JSON object for waybar's `return-type: json`; `class` and `alt` say whether the quote is stale.
///
/// waybar takes texts for Pango markup: prices, names and pairs hold neither `<` nor `&`, nor anything JSON escapes.
struct WaybarQuoteFormatter: QuoteFormatter {
    private let render: RenderPriceAndTimestamp

    init(_ options: FormatOptions) {
        render = RenderPriceAndTimestamp(options)
    }

    func line(for delivered: DeliveredQuote) -> [UInt8] {
        let quote = delivered.quote
        let state = delivered.isStale ? "stale" : "fresh"
        let members = [
            #""text":"\#(render.price(of: quote))""#,
            #""alt":"\#(state)""#,
            #""class":"\#(state)""#,
            #""tooltip":"\#(quote.source) \#(quote.pair), \#(delivered.age) old""#,
        ]
        return Array("{\(members.joined(separator: ","))}".utf8)
    }
}
