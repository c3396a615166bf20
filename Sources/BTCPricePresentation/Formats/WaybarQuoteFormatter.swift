import BTCPriceCore

/// One JSON object for waybar's `return-type: json`; `class` and `alt` are `stale` or `fresh`.
///
/// waybar parses the texts as Pango markup. Prices, names and pairs contain neither `<` nor `&`, nor anything that JSON
/// escapes.
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
