import BTCPriceCore
import BTCPriceNetworking
import System

extension RunOptions {
    /// Applies each environment variable that no option has replaced, and returns the sources of the run.
    mutating func applyVariables(_ environment: Environment) throws(UsageError) -> SourceSelection {
        var applied: [String] = []
        for option in Option.all {
            guard let variable = option.variable, !variable.isReplaced(self), case .value(_, let set) = option.effect,
                let value = environment.value(variable.name)
            else { continue }
            try UsageError.naming(variable.name, isVariable: true, value) { () throws(InvalidValue) in
                try set(&self, value)
            }
            applied.append(variable.name)
        }
        do throws(SourceSelectionError) {
            return try SourceSelection(sources, environment)
        } catch {
            guard let variable = error.variables.first(where: applied.contains) else {
                throw .sourceSelection(error)
            }
            throw .variable(variable, error, remedy: sources.remedy(for: variable, among: applied, environment))
        }
    }
}

extension SourceSelectionError {
    /// The variables that may be the cause, the likeliest first.
    fileprivate var variables: [String] {
        let variables: [Option.Variable] =
            switch self {
            case .sameSourceTwice: [.fallback, .primary]
            case .primaryDoesNotQuote: [.primary, .currency]
            case .fallbackDoesNotQuote: [.fallback, .currency]
            case .noSource: [.currency]
            }
        return variables.map(\.name)
    }
}

extension SourceChoice {
    /// Options that replace the variable, and another one of `variables` if they must, so that everything fits together.
    fileprivate func remedy(
        for variable: String, among variables: [String], _ environment: Environment
    ) -> String? {
        let usable = SourceSelection.usable(in: currency ?? SourceSelection.defaultCurrency, environment)
        let single = usable.map { ("--source \($0.name)", replacing(primary: $0, fallback: .disabled)) }
        let remedies: [(options: String, choice: SourceChoice)] =
            switch variable {
            case Option.Variable.primary.name:
                usable.map { ("--primary \($0.name)", replacing(primary: $0)) } + single
            case Option.Variable.fallback.name:
                usable.map { ("--fallback \($0.name)", replacing(fallback: .source($0))) }
                    + [("--fallback none", replacing(fallback: .disabled))] + single
            default:
                Currency.allCases.map { ("--currency \($0.code)", replacing(currency: $0)) }
                    + Currency.allCases.flatMap { currency in
                        replacements(of: variables, in: currency, environment).map { options, choice in
                            ("--currency \(currency.code) \(options)", choice)
                        }
                    }
            }
        return remedies.first { (try? SourceSelection.check($0.choice)) != nil }?.options
    }

    /// The same in another currency, without the source that one of the variables names.
    private func replacements(
        of variables: [String], in currency: Currency, _ environment: Environment
    ) -> [(options: String, choice: SourceChoice)] {
        let primaries = SourceSelection.usable(in: currency, environment).map { exchange in
            ("--primary \(exchange.name)", replacing(currency: currency, primary: exchange))
        }
        let noFallback = ("--fallback none", replacing(currency: currency, fallback: .disabled))
        return (variables.contains(Option.Variable.primary.name) ? primaries : [])
            + (variables.contains(Option.Variable.fallback.name) ? [noFallback] : [])
    }

    private func replacing(
        currency: Currency? = nil, primary: (any Exchange)? = nil, fallback: Fallback? = nil
    ) -> SourceChoice {
        SourceChoice(
            currency: currency ?? self.currency, primary: primary ?? self.primary, fallback: fallback ?? self.fallback)
    }
}
