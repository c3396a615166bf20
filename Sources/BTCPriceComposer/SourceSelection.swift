public import BTCPriceCore
public import BTCPriceNetworking

/// The currency and the sources of one run: what was typed, then what the environment says, then the registry's order.
public struct SourceSelection: Sendable {
    /// What bitcoin is priced in.
    public let currency: Currency
    /// The source asked first.
    public let primary: any Exchange
    /// The source asked second; nil: nobody is.
    public let fallback: (any Exchange)?

    /// Both, the primary first.
    public var sources: [any Exchange] { [primary] + [fallback].compactMap(\.self) }

    /// What a run without any option takes in an empty environment.
    public static var `default`: SourceSelection? { try? SourceSelection(Request(), Environment { _ in nil }) }

    /// Checks what the options say together, then the variables that none of them replaced.
    ///
    /// A variable never makes an option fail: where it collides with one it is passed over.
    init(_ request: Request, _ environment: Environment) throws(UsageError) {
        let typedFallback: (any Exchange)? = if case .source(let exchange)? = request.fallback { exchange } else { nil }
        let typed = [request.primary, typedFallback].compactMap(\.self)
        if typed.count == 2, typed[0].name == typed[1].name {
            throw UsageError("primary and fallback are both \(typed[0].name): name two, or --fallback none")
        }
        if let currency = request.currency {
            for exchange in typed { try Self.requirePair(of: exchange, in: currency) }
        }

        let defaults = try SourceDefaults(request, typed: typed, environment)
        currency = request.currency ?? defaults.currency
        let primary = request.primary ?? defaults.primary
        let fallback: (any Exchange)?
        let isFallbackOpen: Bool
        switch request.fallback ?? defaults.fallback {
        case .source(let exchange): (fallback, isFallbackOpen) = (exchange, false)
        case .nobody: (fallback, isFallbackOpen) = (nil, false)
        case nil: (fallback, isFallbackOpen) = (nil, true)
        }

        let usable = Self.usable(in: currency, environment)
        func first(otherThan other: (any Exchange)?) -> (any Exchange)? { usable.first { $0.name != other?.name } }
        // Where nobody else has the currency, the fallback is all there is.
        guard let first = primary ?? first(otherThan: fallback) ?? fallback else {
            throw UsageError("no source has \(currency.code)")
        }
        self.primary = first
        self.fallback =
            isFallbackOpen ? usable.first { $0.name != first.name } : fallback?.name == first.name ? nil : fallback
    }

    /// The sources that defaults are taken from: those with the currency, unless they want a key that is missing.
    private static func usable(in currency: Currency, _ environment: Environment) -> [any Exchange] {
        SourceRegistry.exchanges.filter { exchange in
            exchange.pair(in: currency) != nil && (exchange.keyVariable == nil || environment.hasKey(for: exchange))
        }
    }

    /// Throws where the source lacks the currency, and names those that have it.
    static func requirePair(
        of exchange: any Exchange, in currency: Currency, saidBy variable: String? = nil
    ) throws(UsageError) {
        guard exchange.pair(in: currency) == nil else { return }
        let having = SourceRegistry.exchanges.filter { $0.pair(in: currency) != nil }.map(\.name)
        let message = "\(exchange.name) has no \(currency.code); \(having.joined(separator: ", ")) have"
        throw variable.map { UsageError("\($0): \(message)", hint: .manual) } ?? UsageError(message)
    }
}
