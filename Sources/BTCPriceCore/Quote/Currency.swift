/// A currency that bitcoin is priced in.
package enum Currency: String, CaseIterable, Sendable {
    case usd = "USD"
    case eur = "EUR"
    case gbp = "GBP"
    case jpy = "JPY"
    case cad = "CAD"
    case chf = "CHF"
    case aud = "AUD"

    /// The ISO 4217 code in upper case.
    package var code: String { rawValue }

    /// The currency with this code in upper or lower case; nil if there is none.
    package init?(code text: some Collection<UInt8>) {
        guard let currency = Currency.allCases.first(where: { text.equalsIgnoringCase($0.code) }) else { return nil }
        self = currency
    }
}
