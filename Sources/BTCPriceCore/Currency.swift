/// What one bitcoin is priced in, by its ISO 4217 code.
public enum Currency: String, CaseIterable, Sendable {
    case usd = "USD"
    case eur = "EUR"
    case gbp = "GBP"
    case jpy = "JPY"
    case cad = "CAD"

    /// The ISO 4217 code, in upper case.
    public var code: String { rawValue }
}
