package enum Currency: String, CaseIterable, Sendable {
    /// That of a run for which none was chosen.
    package static let `default` = Currency.usd

    case usd = "USD"
    case eur = "EUR"
    case gbp = "GBP"
    case jpy = "JPY"
    case cad = "CAD"
    case chf = "CHF"
    case aud = "AUD"

    /// ISO 4217, in upper case.
    package var code: String { rawValue }

    /// Not by `String.lowercased`, which would bring tables of 34 KiB into the binary.
    package var lowercasedCode: String { String(decoding: code.utf8.map { $0.lowercased }, as: UTF8.self) }

    /// The case of the letters does not matter.
    package init?(code text: some Collection<UInt8>) {
        guard let currency = Currency.allCases.first(where: { text.equalsIgnoringCase($0.code) }) else { return nil }
        self = currency
    }
}
