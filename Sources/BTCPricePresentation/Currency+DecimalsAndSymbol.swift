import BTCPriceCore

extension Currency {
    /// As many as its smallest unit has (ISO 4217); the user may ask for others.
    var decimals: Int {
        switch self {
        case .clp, .jpy, .krw, .vnd: 0
        case .bhd, .kwd: 3
        default: 2
        }
    }

    /// What comes before the digits: a symbol, or for most currencies the code and a space.
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
