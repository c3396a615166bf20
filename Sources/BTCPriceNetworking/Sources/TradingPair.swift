package import BTCPriceCore

/// The market of an exchange for bitcoin in one currency.
package struct TradingPair: Equatable, Sendable {
    package let currency: Currency
    /// As quotes name it, such as `BTC/USD`. Some exchanges name it otherwise in requests.
    package let name: String
    /// A remark for the user, such as that the price is in tether.
    package let note: String?

    init(_ currency: Currency, _ name: String, note: String? = nil) {
        self.currency = currency
        self.name = name
        self.note = note
    }
}
