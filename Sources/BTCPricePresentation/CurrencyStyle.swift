import BTCPriceCore

/// How prices in a currency are written for people.
struct CurrencyStyle: Equatable {
    /// What stands in front of the digits.
    let prefix: String
    /// How many decimals there are unless somebody asks for others.
    let decimals: Int

    init(_ currency: Currency) {
        switch currency {
        case .usd: (prefix, decimals) = ("$", 2)
        case .eur: (prefix, decimals) = ("€", 2)
        case .gbp: (prefix, decimals) = ("£", 2)
        case .jpy: (prefix, decimals) = ("¥", 0)
        case .cad: (prefix, decimals) = ("\(currency.code) ", 2)
        }
    }
}
