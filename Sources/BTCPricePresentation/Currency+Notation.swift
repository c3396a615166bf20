import BTCPriceCore

extension Currency {
    /// What comes before the digits.
    var prefix: String {
        switch self {
        case .usd: "$"
        case .eur: "€"
        case .gbp: "£"
        case .jpy: "¥"
        default: "\(code) "
        }
    }
}
