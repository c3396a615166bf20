/// What one bitcoin is priced in.
public enum Currency: String, CaseIterable, Sendable {
    /// US dollars.
    case usd = "USD"
    /// Euros.
    case eur = "EUR"
    /// Pounds sterling.
    case gbp = "GBP"
    /// Japanese yen.
    case jpy = "JPY"
    /// Canadian dollars.
    case cad = "CAD"

    /// The ISO 4217 code, in upper case.
    public var code: String { rawValue }

    /// The currency that a code names, in any case; nil for any other word.
    public init?(code word: some Sequence<UInt8>) {
        let upper = word.prefix(4).map { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte - 0x20 : byte
        }
        guard let currency = Currency.allCases.first(where: { $0.code.utf8.elementsEqual(upper) }) else { return nil }
        self = currency
    }
}
