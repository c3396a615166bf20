import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation
import Platform

extension UsageError {
    /// One line that says what is wrong, with a suggestion if there is one.
    var message: String {
        switch self {
        case .unknownOption(let option, let value):
            "unknown option \(abbreviated(option))"
                + (Suggestion.alternative(to: option, value) ?? didYouMean(Suggestion.optionMeant(by: option)))
        case .unexpectedOperand(let operand, let next):
            "unexpected operand \(abbreviated(operand))"
                + (Suggestion.alternative(to: operand, next) ?? Suggestion.conversion(of: operand, next)
                    ?? Suggestion.optionMeant(by: operand).map(didYouMean)
                    ?? ": btcq takes no operands; it prints the price of bitcoin")
        case .missingValue(let option, let value): "\(option) needs a value, \(value.hint)"
        case .unexpectedValue(let option): "\(option) takes no value"
        case .invalidValue(let option, let value, let reason): "\(option): \(reason.text(value, for: option))"
        case .decimalsWithExactFormat(let format):
            "--decimals has no effect on \(format), whose price is exact; "
                + "use --format text or number, or {price:N} in a template"
        case .sources(let error): error.text
        case .invalidVariable(let error): "\(error.variable): \(error.reason)"
        case .unusableFile(let reason): reason
        case .inConfigurationFile(let place, let error): "\(place): \(error.message)"
        case .notAllowedInConfigurationFile(let option):
            "\(option) is not allowed in this file; allowed are "
                + Option.sources.map { "--\($0.long)" }.joined(separator: ", ")
        case .lineWithoutOption(let line):
            "\(abbreviated(line)) is not an option" + didYouMean(Suggestion.optionMeant(byLine: line))
        case .textAfterValue: "more than an option and its value; write each option and comment on a line of its own"
        }
    }

    /// Where to read more: `--help` does not explain templates, variables or the configuration file.
    ///
    /// - Parameter file: nil if the mistake is in it, or was found before it was read.
    func hint(_ file: ConfigurationFile?) -> String {
        let page =
            switch self {
            case .invalidValue(_, _, .template), .invalidVariable, .unusableFile, .inConfigurationFile: "man btcq"
            default: "btcq --help"
            }
        guard case .read(let path, _)? = file else { return "Try '\(page)'." }
        return "Try '\(page)'; options were also read from \(path)."
    }
}

extension UsageError.InvalidValue {
    fileprivate func text(_ value: [UInt8], for option: String) -> String {
        switch self {
        case .notOneOf(let choices):
            "\(abbreviated(value)) is not one of \(choices.joined(separator: ", "))"
                + didYouMean(
                    Suggestion.twoSources(in: value, for: option) ?? Suggestion.nearest(to: value, among: choices))
        case .notACurrency:
            "\(abbreviated(value)) is not one of the currencies that 'btcq --help' lists"
                + didYouMean(Suggestion.currencyMeant(by: value))
        case .notADuration: "\(abbreviated(value)) is not a duration such as 800ms, 5s, 10m, 2h or 1d"
        case .durationTooLong: "\(abbreviated(value)) is more than \(Age(FetchLimits.maxDuration))"
        case .durationTooShort: "\(abbreviated(value)) is less than \(FetchLimits.minDuration.text)"
        case .notANumberOfDecimals: "\(abbreviated(value)) is not a number from \(DecimalPlaces.rangeText)"
        case .template(let error): error.text
        }
    }
}

extension TemplateError {
    fileprivate var text: String {
        switch self {
        case .unknownPlaceholder(let typed):
            "unknown placeholder \(abbreviated(typed))" + didYouMean(Suggestion.placeholderMeant(by: typed))
        case .notAPlaceholder(let typed): "\(abbreviated(typed)) is not a placeholder; for a brace write {{"
        case .unclosedPlaceholder(let typed): "no } after \(abbreviated(typed)); for a brace write {{"
        case .nestedText(let typed): "\(abbreviated(typed)) cannot be used inside the TEXT of another placeholder"
        case .invalidDecimals(let typed):
            "\(abbreviated(typed)): the number of decimals is not \(DecimalPlaces.rangeText)"
        case .unexpectedBrace: "unexpected }; for a brace write }}"
        }
    }
}

extension RunSourcesError {
    fileprivate var text: String {
        switch self {
        case .sameSourceTwice(let name): "\(name) is both primary and fallback; for one source use --source \(name)"
        case .noSource(let currency): "no source quotes \(currency.code)"
        case .doesNotQuote(let source, let currency, let others):
            "\(source) does not quote \(currency.code)"
                + (others.first.map {
                    "; sources that do: \(others.joined(separator: ", ")); for one run use --source \($0)"
                }
                    ?? "")
        }
    }
}

private func abbreviated(_ bytes: [UInt8]) -> String { TerminalText.abbreviated(bytes) }

private func didYouMean(_ suggestion: String?) -> String { suggestion.map { " (did you mean \($0)?)" } ?? "" }
