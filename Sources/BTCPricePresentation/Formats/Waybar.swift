import BTCPriceCore

extension QuoteFormatter {
    /// JSON for waybar's `return-type: json`. `alt` and `class` say `stale` or else `fresh`, for a live quote too;
    /// `class` also says `up` or `down` if the change is known and not zero.
    ///
    /// waybar reads the texts as Pango markup, of which they contain no special characters.
    static let waybar = QuoteFormatter(
        name: "waybar", summary: "JSON for waybar", impliesStaleOK: true
    ) { delivered, decimals in
        let quote = delivered.quote
        let price = RenderPriceAndTimestamp(decimals: decimals).execute(quote).price
        let change = quote.change
        let state = delivered.isStale ? "stale" : "fresh"
        let direction = change.map { $0.isUp ? #","up""# : $0.isDown ? #","down""# : "" } ?? ""
        let tooltipEnd = change.map { ", \($0) in 24h" } ?? ""
        let members = [
            #""text":"\#(price)\#(delivered.staleMark)""#,
            #""alt":"\#(state)""#,
            #""class":["\#(state)"\#(direction)]"#,
            #""tooltip":"\#(quote.sourceName) \#(quote.pair), \#(delivered.age) old\#(tooltipEnd)""#,
        ]
        return Array("{\(members.joined(separator: ","))}".utf8)
    }
}
