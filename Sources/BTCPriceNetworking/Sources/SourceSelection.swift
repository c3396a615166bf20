package import BTCPriceCore
package import System

/// The currency and the sources that the user chose; nil where nothing was chosen.
package struct SourceChoice: Sendable {
    package enum Fallback: Sendable {
        case disabled
        case source(any Exchange)
    }

    package var currency: Currency?
    package var primary: (any Exchange)?
    package var fallback: Fallback?

    package init(currency: Currency? = nil, primary: (any Exchange)? = nil, fallback: Fallback? = nil) {
        self.currency = currency
        self.primary = primary
        self.fallback = fallback
    }

    var fallbackSource: (any Exchange)? {
        if case .source(let exchange)? = fallback { exchange } else { nil }
    }
}

/// The currency and the sources of one run.
package struct SourceSelection: Sendable {
    package static let defaultCurrency = Currency.usd

    package let currency: Currency
    package let primary: any Exchange
    package let fallback: (any Exchange)?

    /// The primary first.
    package var sources: [any Exchange] { [primary] + [fallback].compactMap(\.self) }

    /// Completes the choice. A source that was not chosen is the first of the registry that quotes the currency and is
    /// not the other one; a source that needs a key counts only if the key is set. A chosen fallback that alone quotes
    /// the currency becomes the primary.
    package init(_ choice: SourceChoice, _ environment: Environment) throws(SourceSelectionError) {
        try Self.check(choice)
        currency = choice.currency ?? Self.defaultCurrency
        let usable = Self.usable(in: currency, environment)
        let chosenFallback = choice.fallbackSource
        guard
            let primary = choice.primary ?? usable.first(where: { $0.name != chosenFallback?.name }) ?? chosenFallback
        else { throw .noSource(currency) }
        self.primary = primary
        switch choice.fallback {
        case nil: fallback = usable.first { $0.name != primary.name }
        case .disabled: fallback = nil
        case .source(let source): fallback = source.name == primary.name ? nil : source
        }
    }

    /// Throws if the choices do not fit together.
    package static func check(_ choice: SourceChoice) throws(SourceSelectionError) {
        let currency = choice.currency ?? defaultCurrency
        if let primary = choice.primary, primary.name == choice.fallbackSource?.name {
            throw .sameSourceTwice(primary.name)
        }
        if let primary = choice.primary, primary.pair(in: currency) == nil {
            throw .primaryDoesNotQuote(primary.name, currency)
        }
        if let fallback = choice.fallbackSource, fallback.pair(in: currency) == nil {
            throw .fallbackDoesNotQuote(fallback.name, currency)
        }
    }

    /// The sources that can be chosen by default.
    package static func usable(in currency: Currency, _ environment: Environment) -> [any Exchange] {
        SourceRegistry.exchanges(quoting: currency).filter { $0.keyVariable == nil || $0.hasKey(environment) }
    }
}

package enum SourceSelectionError: Error, Equatable {
    case sameSourceTwice(String)
    case primaryDoesNotQuote(String, Currency)
    case fallbackDoesNotQuote(String, Currency)
    case noSource(Currency)
}
