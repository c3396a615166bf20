import BTCPriceCore

extension QuoteFormatter {
    /// `$68,901.23`, and ` (5m old)` if it is stale.
    static let short = QuoteFormatter(
        name: "short", summary: "the price, and its age if stale", impliesStaleOK: true
    ) { delivered, decimals in
        Array((RenderPriceAndTimestamp(decimals: decimals).execute(delivered.quote).price + delivered.staleMark).utf8)
    }
}
