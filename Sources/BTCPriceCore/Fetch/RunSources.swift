/// The currency and the sources of one run.
package struct RunSources<S: Source>: Sendable {
    package let currency: Currency
    package let primary: SourceInCurrency<S>
    package let fallback: SourceInCurrency<S>?

    /// The primary first.
    package var all: [SourceInCurrency<S>] { [primary] + [fallback].compactMap { $0 } }

    /// Fills in what was not chosen with the first default that is not the other source; there is no fallback if one source was
    /// asked for. If there is no default for the primary, the chosen fallback becomes the primary, alone. Throws if the choices
    /// do not fit together.
    ///
    /// - Parameters:
    ///   - sources: all, in the order of the defaults.
    ///   - hasKey: whether the variable with the key of a source is set.
    package init(
        _ options: SourceOptions<S>, among sources: [S], hasKey: (_ variable: String) -> Bool
    ) throws(RunSourcesError) {
        let currency = options.currency ?? .default
        let (chosenPrimary, chosenFallback) = (options.primary, options.fallback)
        if let name = chosenPrimary?.name, name == chosenFallback?.name { throw .sameSourceTwice(name) }
        func quoting(_ source: S?) throws(RunSourcesError) -> SourceInCurrency<S>? {
            guard let source else { return nil }
            guard let quoting = SourceInCurrency(source, currency) else { throw .doesNotQuote(source.name, currency) }
            return quoting
        }
        let defaults = Self.defaults(in: currency, among: sources, hasKey: hasKey)
        func firstDefault(besides other: S?) -> SourceInCurrency<S>? {
            defaults.first { $0.source.name != other?.name }
        }
        let primaryOption = try quoting(chosenPrimary)
        let fallbackOption = try quoting(chosenFallback)
        guard let primary = primaryOption ?? firstDefault(besides: chosenFallback) ?? fallbackOption else {
            throw .noSource(currency)
        }
        self.currency = currency
        self.primary = primary
        let isAlone = options.isForOneSource || chosenFallback?.name == primary.source.name
        fallback = isAlone ? nil : fallbackOption ?? firstDefault(besides: primary.source)
    }

    /// The sources that quote the currency and, if they need a key, have it.
    package static func defaults(
        in currency: Currency, among sources: [S], hasKey: (_ variable: String) -> Bool
    ) -> [SourceInCurrency<S>] {
        sources.filter { $0.keyVariable.map(hasKey) ?? true }.compactMap { SourceInCurrency($0, currency) }
    }
}

package enum RunSourcesError: Error, Equatable {
    case sameSourceTwice(String)
    case doesNotQuote(String, Currency)
    case noSource(Currency)
}
