/// The market of a source in which bitcoin has a price in one currency.
package struct TradingPair: Equatable, Sendable {
    package let currency: Currency
    /// The name that is printed and stored, such as `BTCUSDT` or `BTC/USD`. Requests to some sources contain another name.
    package let name: String
    /// A remark for the README and the man page, such as that the price is in tether.
    package let note: String?

    package init(_ currency: Currency, _ name: String, note: String? = nil) {
        self.currency = currency
        self.name = name
        self.note = note
    }

    /// Whether these bytes can be the name of a pair: `[A-Z0-9/_-]{1,20}`. Then no output format has to escape them.
    package static func isName(_ bytes: [UInt8]) -> Bool {
        (1...20).contains(bytes.count)
            && bytes.allSatisfy("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/_-".utf8.contains)
    }
}
