import BTCPriceComposer
import BTCPriceCore
import Platform

extension RunOptions {
    /// Applies each environment variable that no option has replaced, and returns the sources of the run.
    mutating func applyVariables(_ environment: Environment) throws(UsageError) -> SourceSelection {
        for option in Option.all {
            guard let variable = option.variable, !variable.isReplaced(self), case .value(_, let set) = option.effect,
                let value = environment.value(variable.name)
            else { continue }
            do throws(InvalidValue) {
                try set(&self, value)
            } catch {
                throw .invalidValue(name: variable.name, value: value, error)
            }
            origins.append((option: "--\(option.long)", name: variable.name))
        }
        do throws(SourceSelectionError) {
            return try SourceSelection(sources, among: AppDependencies.sources, hasKey: environment.isSet)
        } catch {
            throw usageError(error)
        }
    }

    /// Names the option, or the variable if there is one, that chose what does not fit.
    func usageError(_ error: SourceSelectionError) -> UsageError {
        let names =
            switch error {
            case .sameSourceTwice: ["--fallback", "--primary"]
            case .primaryDoesNotQuote: ["--primary"]
            case .fallbackDoesNotQuote: ["--fallback"]
            case .noSource: ["--currency"]
            }
        let origin = origins.last { names.contains($0.option) }
        return .sourceSelection(name: origin?.name ?? names[0], error)
    }
}
