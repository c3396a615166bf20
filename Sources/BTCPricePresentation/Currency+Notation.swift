import BTCPriceCore

extension Currency {
    /// Of its smallest unit (ISO 4217): the decimals of a price, unless the user wants others.
    var decimals: Int { self == .jpy ? 0 : 2 }

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
