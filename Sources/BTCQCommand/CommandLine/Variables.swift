import BTCPriceComposer
import BTCPriceCore
import Platform

extension RunOptions {
    /// Applies the environment variable of each option whose value is not set yet.
    mutating func applyVariables(_ environment: Environment) throws(UsageError) {
        for option in Option.all {
            guard let variable = option.variable, !variable.isReplaced(self), case .value(_, let set) = option.effect,
                let value = environment.value(variable.name)
            else { continue }
            let origin = Origin.variable(variable.name)
            do throws(InvalidValue) {
                try set(&self, value)
            } catch {
                throw .invalidValue(origin, value: value, error)
            }
            origins.append((option: "--\(option.long)", origin: origin))
        }
    }

    /// The sources of the run.
    func sourceSelection(_ environment: Environment) throws(UsageError) -> SourceSelection {
        do throws(SourceSelectionError) {
            return try SourceSelection(sources, among: AppDependencies.sources, hasKey: environment.isSet)
        } catch {
            throw usageError(error)
        }
    }

    /// The error with the name of the variable or the option that chose what does not fit.
    func usageError(_ error: SourceSelectionError) -> UsageError {
        let options =
            switch error {
            case .sameSourceTwice: ["--fallback", "--primary"]
            case .doesNotQuote(_, _, _, let isFallback): [isFallback ? "--fallback" : "--primary"]
            case .noSource: ["--currency"]
            }
        let origin = origins.last { options.contains($0.option) }?.origin
        return .sourceSelection(origin ?? .option(options[0]), error)
    }
}
