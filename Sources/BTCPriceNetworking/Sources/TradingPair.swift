package import BTCPriceCore

/// The market of an exchange for bitcoin in one currency.
package struct TradingPair: Equatable, Sendable {
    package let currency: Currency
    /// The name in quotes, such as `BTC/USD`.
    package let name: String
    /// The name in requests, such as `btcusd`.
    package let requestSymbol: String
    /// A remark for the user, such as that the price is in tether.
    package let note: String?

    init(_ currency: Currency, _ name: String, requestSymbol: String? = nil, note: String? = nil) {
        self.currency = currency
        self.name = name
        self.requestSymbol = requestSymbol ?? name
        self.note = note
    }
}
