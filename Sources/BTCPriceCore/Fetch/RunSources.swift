/// The currency and the sources of one run.
package struct RunSources<S: Source>: Sendable {
    package let currency: Currency
    package let primary: SourceInCurrency<S>
    package let fallback: SourceInCurrency<S>?
    /// The defaults of the currency that this run does not ask, in their order.
    package let alternatives: [SourceInCurrency<S>]

    /// The primary first.
    package var all: [SourceInCurrency<S>] { [primary] + [fallback].compactMap { $0 } }

    /// For what was not chosen, takes the first default that is not the other source. If one source was asked for, or
    /// no default is left, there is no fallback. If none is left for the primary, the chosen fallback becomes the
    /// primary, alone.
    ///
    /// Throws if the choices do not fit together, or if no source is chosen and no usable one quotes the currency.
    ///
    /// - Parameter usable: the sources that need no key or have one, in the order of the defaults.
    package init(_ options: SourceOptions<S>, among usable: [S]) throws(RunSourcesError) {
        let currency = options.currency ?? .default
        let (chosenPrimary, chosenFallback) = (options.primary, options.fallback)
        if let name = chosenPrimary?.name, name == chosenFallback?.name { throw .sameSourceTwice(name) }
        let defaults = usable.compactMap { SourceInCurrency($0, currency) }
        func quoting(_ source: S?) throws(RunSourcesError) -> SourceInCurrency<S>? {
            guard let source else { return nil }
            guard let quoting = SourceInCurrency(source, currency) else {
                throw .doesNotQuote(source.name, currency, others: defaults.map { $0.source.name })
            }
            return quoting
        }
        func firstDefault(besides other: S?) -> SourceInCurrency<S>? {
            defaults.first { $0.source.name != other?.name }
        }
        let primaryOption = try quoting(chosenPrimary)
        let fallbackOption = try quoting(chosenFallback)
        guard let primary = primaryOption ?? firstDefault(besides: chosenFallback) ?? fallbackOption else {
            throw .noSource(currency)
        }
        let isAlone = options.isForOneSource || chosenFallback?.name == primary.source.name
        let fallback = isAlone ? nil : fallbackOption ?? firstDefault(besides: primary.source)
        self.currency = currency
        self.primary = primary
        self.fallback = fallback
        let taken = [primary.source.name, fallback?.source.name]
        alternatives = defaults.filter { !taken.contains($0.source.name) }
    }
}

package enum RunSourcesError: Error, Equatable {
    case sameSourceTwice(String)
    /// `others`: the names of the defaults that do.
    case doesNotQuote(String, Currency, others: [String])
    case noSource(Currency)
}
