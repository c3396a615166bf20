import BTCPriceCore

/// How prices in a currency are written for people.
extension Currency {
    /// The text before the digits.
    var prefix: String {
        switch self {
        case .usd: "$"
        case .eur: "€"
        case .gbp: "£"
        case .jpy: "¥"
        default: "\(code) "
        }
    }

    var defaultDecimals: Int { self == .jpy ? 0 : 2 }
}
