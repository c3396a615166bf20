/// Bitcoin and one currency, as a source quotes them.
package struct TradingPair: Equatable, Sendable {
    package let currency: Currency
    /// As it is printed and stored, such as `BTC/USD`. Requests may name it in another way.
    package let name: String

    package init(_ currency: Currency, _ name: String) {
        self.currency = currency
        self.name = name
    }

    /// `[A-Z0-9/_-]{1,20}`, which no output format has to escape.
    package static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        (1...20).contains(bytes.count)
            && bytes.allSatisfy("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/_-".utf8.contains)
    }
}
