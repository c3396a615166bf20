import BTCPriceCore
import BTCPriceNetworking
import System

extension RunOptions {
    /// Applies each environment variable that no option has replaced, and returns the sources of the run.
    mutating func applyVariables(_ environment: Environment) throws(UsageError) -> SourceSelection {
        var applied: [Option] = []
        for option in Option.all {
            guard let variable = option.variable, !variable.isReplaced(self), case .value(_, let set) = option.effect,
                let value = environment.value(variable.name)
            else { continue }
            do throws(InvalidValue) {
                try set(&self, value)
            } catch {
                throw .invalidValue(name: variable.name, value: value, error)
            }
            applied.append(option)
        }
        do throws(SourceSelectionError) {
            return try SourceSelection(sources, environment)
        } catch {
            let (names, source) = error.causes
            let causes = names.compactMap { name in applied.first { $0.long == name } }
            guard let cause = causes.first, let variable = cause.variable else { throw .sourceSelection(error) }
            let remedies = remedies(replacing: cause.long, source, environment)
            guard let remedy = remedies.first(where: { fits($0, environment) }) else { throw .sourceSelection(error) }
            throw .variable(variable.name, error, remedy: remedy)
        }
    }

    /// Whether these options make everything fit together.
    private func fits(_ remedy: String, _ environment: Environment) -> Bool {
        let arguments = remedy.split(separator: " ").map { Array($0.utf8) }
        let options = try? Parser.parse(arguments, addingTo: self)
        return options.flatMap { try? SourceSelection($0.sources, environment) } != nil
    }

    /// Options that replace the variable of `option`, the best first. Not all of them fit the rest.
    private func remedies(replacing option: String, _ source: String?, _ environment: Environment) -> [String] {
        if option == "currency" {
            let currencies = Currency.allCases.map { "--currency \($0.code)" }
            return currencies + currencies.map { "\($0) --source \(source ?? "")" }
        }
        let currency = sources.currency ?? SourceSelection.defaultCurrency
        let names = SourceSelection.usable(in: currency, environment).map(\.name)
        return (names + ["none"]).map { "--\(option) \($0)" } + names.map { "--source \($0)" }
    }
}

extension SourceSelectionError {
    /// The options whose variables may be the cause, the likeliest first, and the source that does not fit.
    fileprivate var causes: (options: [String], source: String?) {
        switch self {
        case .sameSourceTwice(let name): (["fallback", "primary"], name)
        case .primaryDoesNotQuote(let name, _): (["primary", "currency"], name)
        case .fallbackDoesNotQuote(let name, _): (["fallback", "currency"], name)
        case .noSource: (["currency"], nil)
        }
    }
}
