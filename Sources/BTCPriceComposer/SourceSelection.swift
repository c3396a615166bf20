import BTCPriceCore
import BTCPriceNetworking

/// The two sources of one run.
struct SourceSelection: Equatable {
    let primary: String
    /// Nil: nobody is asked second.
    let fallback: String?

    var names: [String] { [primary] + [fallback].compactMap(\.self) }

    /// What was asked for; what was not is the first source of the registry that has the currency, is not the other
    /// one, and wants no key that is missing.
    init(_ request: Request, currency: Currency, hasKey: (Exchange) -> Bool) throws(ConfigurationError) {
        let usable = SourceRegistry.exchanges.filter { exchange in
            exchange.symbols[currency] != nil && (exchange.keyVariable == nil || hasKey(exchange))
        }.map(\.name)
        switch (request.primary, request.fallback) {
        case (let primary?, .source(let fallback)?):
            guard primary != fallback else {
                throw ConfigurationError("primary and fallback are both \(primary): name two, or --fallback none")
            }
            (self.primary, self.fallback) = (primary, fallback)
        case (let primary?, .nobody?):
            (self.primary, self.fallback) = (primary, nil)
        case (let primary?, nil):
            (self.primary, self.fallback) = (primary, usable.first { $0 != primary })
        case (nil, let chosen):
            let fallback: String? = if case .source(let name)? = chosen { name } else { nil }
            guard let primary = usable.first(where: { $0 != fallback }) else {
                throw ConfigurationError("no source has \(currency.code)")
            }
            self.primary = primary
            self.fallback = chosen == nil ? usable.first { $0 != primary } : fallback
        }
    }
}
