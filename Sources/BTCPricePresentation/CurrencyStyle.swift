import BTCPriceCore

/// How prices in a currency are written for people.
struct CurrencyStyle: Equatable {
    /// The text before the digits.
    let prefix: String
    let defaultDecimals: Int

    init(_ currency: Currency) {
        switch currency {
        case .usd: (prefix, defaultDecimals) = ("$", 2)
        case .eur: (prefix, defaultDecimals) = ("€", 2)
        case .gbp: (prefix, defaultDecimals) = ("£", 2)
        case .jpy: (prefix, defaultDecimals) = ("¥", 0)
        default: (prefix, defaultDecimals) = ("\(currency.code) ", 2)
        }
    }
}
