import BTCPriceCore

extension Currency {
    /// Of its smallest unit (ISO 4217): the decimals of a price, unless the user wants others.
    var decimals: Int {
        switch self {
        case .clp, .jpy, .krw, .vnd: 0
        case .bhd, .kwd: 3
        default: 2
        }
    }

    /// What comes before the digits; the code and a space if it has no symbol of its own.
    var symbol: String {
        switch self {
        case .usd: "$"
        case .eur: "€"
        case .gbp: "£"
        case .jpy: "¥"
        default: "\(code) "
        }
    }
}
