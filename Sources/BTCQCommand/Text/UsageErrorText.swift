import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation

/// The sentences of usage errors: one line that says what is wrong and what to do, and where to read more.
struct UsageErrorText {
    private static let helpHint = "Try 'btcq --help'."
    private static let manualHint = "Try 'man btcq'."

    let message: String
    let hint: String

    init(_ error: UsageError) {
        message = Self.message(error)
        hint = Self.isExplainedInManual(error) ? Self.manualHint : Self.helpHint
    }

    /// `--help` explains neither templates nor environment variables.
    private static func isExplainedInManual(_ error: UsageError) -> Bool {
        switch error {
        case .invalidValue(_, isVariable: true, _, _), .invalidValue(_, _, _, .template): true
        case .variable, .sourceSettings: true
        default: false
        }
    }

    private static func message(_ error: UsageError) -> String {
        switch error {
        case .unknownOption(let option):
            "unknown option \(quoted(option))" + didYouMean(optionMeant(by: option))
        // After `--`, an argument may be an option already.
        case .unexpectedArgument(let argument):
            "unexpected argument \(quoted(argument))"
                + didYouMean(optionMeant(by: argument).flatMap { $0.utf8.elementsEqual(argument) ? nil : $0 })
        case .missingValue(let option, let valueName): "\(option) needs a value: \(valueName)"
        case .unexpectedValue(let option): "\(option) takes no value"
        case .equalsSignAfterShortOption(let option, let value):
            "\(option): no = before the value of a short option"
                + didYouMean(value.isEmpty ? nil : "\(option) \(quoted(value))")
        case .invalidValue(let name, _, let value, let reason): "\(name): \(text(of: reason, value, for: name))"
        case .decimalsWithExactFormat(let format): "--decimals: the price is always exact in the format \(format)"
        case .sourceSelection(let error): text(of: error)
        case .variable(let variable, let error, let remedy):
            "\(variable): \(text(of: error, listsSources: remedy == nil))" + (remedy.map { "; use \($0)" } ?? "")
        case .sourceSettings(let error): text(of: error)
        }
    }

    private static func text(of reason: InvalidValue, _ value: [UInt8], for name: String) -> String {
        switch reason {
        case .notOneOf(let choices):
            "\(quoted(value)) is not one of \(choices.joined(separator: ", "))"
                + didYouMean(twoSources(in: value, for: name) ?? Suggestion.nearest(to: value, among: choices))
        case .notADuration: "\(quoted(value)) is not a duration such as 800ms, 5s, 10m, 2h or 1d"
        case .durationTooLong: "\(quoted(value)) is more than 3650d"
        case .durationTooShort: "\(quoted(value)) is less than 1ms"
        case .notANumber(let range):
            "\(quoted(value)) is not a number from \(range.lowerBound) to \(range.upperBound)"
        case .template(let error): text(of: error)
        }
    }

    private static func text(of error: TemplateError) -> String {
        switch error {
        case .unknownPlaceholder(let typed):
            "unknown placeholder \(quoted(typed))"
                + didYouMean(placeholderMeant(by: typed))
        case .notAPlaceholder(let typed): "\(quoted(typed)) is not a placeholder; for a brace write {{"
        case .unclosedPlaceholder(let typed): "no } after \(quoted(typed)); for a brace write {{"
        case .nestedText(let typed): "\(quoted(typed)) inside the TEXT of another placeholder"
        case .invalidDecimals(let typed): "\(quoted(typed)): the number of decimals is not 0 to 8"
        case .unexpectedBrace: "unexpected }; for a brace write }}"
        }
    }

    /// - Parameter listsSources: whether to name the sources that quote the currency.
    private static func text(of error: SourceSelectionError, listsSources: Bool = true) -> String {
        switch error {
        case .sameSourceTwice(let name): return "\(name) is both primary and fallback"
        case .noSource(let currency): return "no source quotes \(currency.code)"
        case .primaryDoesNotQuote(let source, let currency), .fallbackDoesNotQuote(let source, let currency):
            let others = SourceRegistry.exchanges(quoting: currency).map(\.name).joined(separator: ", ")
            return "\(source) does not quote \(currency.code)" + (listsSources ? "; sources that do: \(others)" : "")
        }
    }

    private static func text(of error: SourceSettingsError) -> String {
        switch error {
        case .keyIsNotUTF8(let variable): return "\(variable) is not UTF-8"
        case .keyHasControlCharacter(let variable): return "\(variable) contains a control character"
        case .invalidURL(let variable, let error):
            let reason =
                switch error {
                case .notAURL: "not a URL such as https://host/path"
                case .userInformation: "user information is not allowed"
                case .queryOrFragment: "a query or a fragment is not allowed"
                case .httpToRemoteHost: "http is allowed for loopback hosts only; use https"
                }
            return "\(variable): \(reason)"
        }
    }
}

extension UsageErrorText {
    private static func quoted(_ bytes: [UInt8]) -> String { TerminalText.abbreviated(bytes) }

    private static func didYouMean(_ suggestion: String?) -> String {
        suggestion.map { " (did you mean \($0)?)" } ?? ""
    }

    /// The option that an unknown option or argument may have meant. The name of a currency, a source or a format means the
    /// option that takes it.
    private static func optionMeant(by typed: [UInt8]) -> String? {
        if typed.first == UInt8(ascii: "{") { return "--template '\(quoted(typed))'" }
        let name = Array(typed.drop { $0 == UInt8(ascii: "-") })
        if let option = Option.all.first(where: { name.equalsIgnoringCase($0.long) }) { return "--\(option.long)" }
        if Currency(code: name) != nil { return "--currency \(String(decoding: name, as: UTF8.self))" }
        if let source = SourceRegistry.exchange(named: name) { return "--source \(source.name)" }
        if let format = FormatRegistry.format(named: name) { return "--format \(format.name)" }
        guard name.count > 1 else { return nil }
        return Suggestion.nearest(to: name, among: Option.all.map(\.long)).map { "--\($0)" }
    }

    /// For `{fresh}`, `{fresh:TEXT}`; otherwise the placeholder with the nearest name.
    private static func placeholderMeant(by typed: [UInt8]) -> String? {
        func name(_ placeholder: some Sequence<UInt8>) -> [UInt8] {
            Array(placeholder.drop { $0 == UInt8(ascii: "{") }.prefix { !":}".utf8.contains($0) })
        }
        let placeholders = Template.placeholders.map {
            (text: $0, name: String(decoding: name($0.utf8), as: UTF8.self))
        }
        let nearest = Suggestion.nearest(to: name(typed), among: Set(placeholders.map(\.name)).sorted())
        let similar = placeholders.filter { $0.name == nearest }.map(\.text)
        return similar.first { $0.utf8.contains(UInt8(ascii: ":")) == typed.contains(UInt8(ascii: ":")) }
            ?? similar.first
    }

    /// For `--source binance,kraken`.
    private static func twoSources(in value: [UInt8], for option: String) -> String? {
        let names = value.split(separator: UInt8(ascii: ",")).compactMap { SourceRegistry.exchange(named: $0)?.name }
        guard ["-s", "--source", "--primary"].contains(option), names.count == 2, names[0] != names[1] else {
            return nil
        }
        return "--primary \(names[0]) --fallback \(names[1])"
    }
}
