import BTCPriceCore

/// One JSON object for waybar's `return-type: json`; `class` and `alt` are `stale` or `fresh`.
///
/// waybar parses the texts as Pango markup. Prices, names and pairs contain neither `<` nor `&`, nor anything that JSON
/// escapes.
struct WaybarQuoteFormatter: QuoteFormatter {
    var name: String { "waybar" }
    var summary: String { "JSON for waybar" }
    var impliesStaleOK: Bool { true }

    func text(for delivered: DeliveredQuote, decimals: Decimals?) -> [UInt8] {
        let quote = delivered.quote
        let price = RenderPriceAndTimestamp(decimals: decimals).execute(quote).price
        let state = delivered.isStale ? "stale" : "fresh"
        let members = [
            #""text":"\#(price)""#,
            #""alt":"\#(state)""#,
            #""class":"\#(state)""#,
            #""tooltip":"\#(quote.source) \#(quote.pair), \#(delivered.age) old""#,
        ]
        return Array("{\(members.joined(separator: ","))}".utf8)
    }
}
