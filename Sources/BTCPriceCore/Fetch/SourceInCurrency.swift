/// A source, and its pair in one currency.
package struct SourceInCurrency<S: Source>: Sendable {
    package let source: S
    package let pair: TradingPair

    /// Nil if the source does not quote the currency.
    package init?(_ source: S, _ currency: Currency) {
        guard let pair = source.pairs.first(where: { $0.currency == currency }) else { return nil }
        self.source = source
        self.pair = pair
    }
}
