/// The currency and the sources that the user chose; nil where nothing was chosen.
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

    /// Completes the choice. A primary that was not chosen is the first default other than the chosen fallback; a fallback that
    /// was not chosen is the first default other than the primary, or none. If no default is left for the primary, the chosen
    /// fallback becomes the primary, and there is no fallback. Throws if the choices do not fit together, or no source is left.
    ///
    /// - Parameters:
    ///   - sources: all sources, in the order in which defaults are chosen.
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

    /// The sources that can be chosen by default, in the order of `sources`: those that quote the currency, and whose key is set
    /// if they need one.
    package static func defaults(
        in currency: Currency, among sources: [Source], hasKey: (_ variable: String) -> Bool
    ) -> [Source] {
        sources.quoting(currency).filter { $0.keyVariable.map(hasKey) ?? true }
    }
}

package enum SourceSelectionError: Error, Equatable {
    case sameSourceTwice(String)
    /// A chosen source, the fallback or the primary, does not quote the currency. `other`: the name of the other one of these two,
    /// if both were chosen.
    case doesNotQuote(String, Currency, other: String? = nil, isFallback: Bool)
    case noSource(Currency)
}
