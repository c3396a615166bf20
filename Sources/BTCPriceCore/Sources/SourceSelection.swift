/// What the user chose; nil where nothing was chosen.
package struct SourceChoice: Sendable {
    package enum Fallback: Sendable {
        case disabled
        case source(Source)
    }

    package var currency: Currency?
    package var primary: Source?
    package var fallback: Fallback?

    package init(currency: Currency? = nil, primary: Source? = nil, fallback: Fallback? = nil) {
        self.currency = currency
        self.primary = primary
        self.fallback = fallback
    }

    fileprivate var fallbackSource: Source? {
        if case .source(let source)? = fallback { source } else { nil }
    }
}

/// The currency and the sources of one run.
package struct SourceSelection: Sendable {
    package static let defaultCurrency = Currency.usd

    package let currency: Currency
    package let primary: Source
    package let fallback: Source?

    /// The primary first.
    package var sources: [Source] { [primary] + [fallback].compactMap { $0 } }

    /// Fills in what was not chosen with the first default that is not the other source. If there is none for the primary,
    /// the chosen fallback becomes the primary, alone. Throws if the choices do not fit together.
    ///
    /// - Parameters:
    ///   - sources: all, in the order of the defaults.
    ///   - hasKey: whether the variable with the key of a source is set.
    package init(
        _ choice: SourceChoice, among sources: [Source], hasKey: (_ variable: String) -> Bool
    ) throws(SourceSelectionError) {
        currency = choice.currency ?? Self.defaultCurrency
        let (chosenPrimary, chosenFallback) = (choice.primary, choice.fallbackSource)
        if let name = chosenPrimary?.name, name == chosenFallback?.name { throw .sameSourceTwice(name) }
        if let chosenPrimary, chosenPrimary.pair(in: currency) == nil {
            throw .doesNotQuote(chosenPrimary.name, currency, other: chosenFallback?.name, isFallback: false)
        }
        if let chosenFallback, chosenFallback.pair(in: currency) == nil {
            throw .doesNotQuote(chosenFallback.name, currency, other: chosenPrimary?.name, isFallback: true)
        }
        let defaults = Self.defaults(in: currency, among: sources, hasKey: hasKey)
        guard
            let primary = chosenPrimary ?? defaults.first(where: { $0.name != chosenFallback?.name }) ?? chosenFallback
        else { throw .noSource(currency) }
        self.primary = primary
        switch choice.fallback {
        case nil: fallback = defaults.first { $0.name != primary.name }
        case .disabled: fallback = nil
        case .source(let source): fallback = source.name == primary.name ? nil : source
        }
    }

    /// The sources that quote the currency and, if they need a key, have it.
    package static func defaults(
        in currency: Currency, among sources: [Source], hasKey: (_ variable: String) -> Bool
    ) -> [Source] {
        sources.quoting(currency).filter { $0.keyVariable.map(hasKey) ?? true }
    }
}

package enum SourceSelectionError: Error, Equatable {
    case sameSourceTwice(String)
    /// `other`: the other source, if both were chosen.
    case doesNotQuote(String, Currency, other: String? = nil, isFallback: Bool)
    case noSource(Currency)
}
