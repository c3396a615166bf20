import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation

extension UsageError {
    /// One line that says what is wrong and what to do.
    var message: String {
        switch self {
        case .unknownOption(let option):
            "unknown option \(quoted(option))" + (alternative(to: option) ?? didYouMean(optionMeant(by: option)))
        case .unexpectedArgument(let argument):
            "unexpected argument \(quoted(argument))" + (alternative(to: argument) ?? otherMeaning(of: argument))
        case .missingValue(let option, let valueName): "\(option) needs a value: \(valueName)"
        case .unexpectedValue(let option): "\(option) takes no value"
        case .equalsSignAfterShortOption(let option, let value):
            "\(option): no = before the value of a short option"
                + didYouMean(value.isEmpty ? nil : "\(option) \(quoted(value))")
        case .invalidValue(let origin, let value, let reason): "\(origin.name): \(reason.text(value, for: origin))"
        case .decimalsWithExactFormat(let format): "--decimals: the price is always exact in the format \(format)"
        case .sourceSelection(let origin, let error): "\(origin.name): \(error.text)"
        case .sourceSettings(let error): "\(error.variable): \(error.reason)"
        }
    }

    /// Where to read more: `--help` explains neither templates nor environment variables.
    var hint: String {
        switch self {
        case .invalidValue(_, _, .template), .invalidValue(.variable, _, _), .sourceSelection(.variable, _),
            .sourceSettings:
            "Try 'man btcq'."
        default: "Try 'btcq --help'."
        }
    }
}

extension InvalidValue {
    fileprivate func text(_ value: [UInt8], for origin: Origin) -> String {
        switch self {
        case .notOneOf(let choices):
            "\(quoted(value)) is not one of \(choices.joined(separator: ", "))"
                + didYouMean(twoSources(in: value, for: origin) ?? Suggestion.nearest(to: value, among: choices))
        case .notADuration: "\(quoted(value)) is not a duration such as 800ms, 5s, 10m, 2h or 1d"
        case .durationTooLong: "\(quoted(value)) is more than \(Age(FetchLimits.maxDuration))"
        case .durationTooShort: "\(quoted(value)) is less than \(FetchLimits.minDuration.text)"
        case .notANumberOfDecimals: "\(quoted(value)) is not a number from \(Decimals.rangeText)"
        case .template(let error): error.text
        }
    }
}

extension TemplateError {
    fileprivate var text: String {
        switch self {
        case .unknownPlaceholder(let typed):
            "unknown placeholder \(quoted(typed))" + didYouMean(placeholderMeant(by: typed))
        case .notAPlaceholder(let typed): "\(quoted(typed)) is not a placeholder; for a brace write {{"
        case .unclosedPlaceholder(let typed): "no } after \(quoted(typed)); for a brace write {{"
        case .nestedText(let typed): "\(quoted(typed)) inside the TEXT of another placeholder"
        case .invalidDecimals(let typed): "\(quoted(typed)): the number of decimals is not \(Decimals.rangeText)"
        case .unexpectedBrace: "unexpected }; for a brace write }}"
        }
    }
}

extension SourceSelectionError {
    fileprivate var text: String {
        switch self {
        case .sameSourceTwice(let name): "\(name) is both primary and fallback"
        case .noSource(let currency): "no source quotes \(currency.code)"
        case .primaryDoesNotQuote(let source, let currency), .fallbackDoesNotQuote(let source, let currency):
            "\(source) does not quote \(currency.code); sources that do: "
                + AppDependencies.sources.quoting(currency).map { $0.name }.joined(separator: ", ")
        }
    }
}

private func quoted(_ bytes: [UInt8]) -> String { TerminalText.abbreviated(bytes) }

private func didYouMean(_ suggestion: String?) -> String { suggestion.map { " (did you mean \($0)?)" } ?? "" }

/// What there is in place of options that similar programs have.
private func alternative(to typed: [UInt8]) -> String? {
    // Bytes are compared: for a string with many marks, that would take seconds.
    let name = typed.drop { $0 == UInt8(ascii: "-") }
    func isNamed(_ names: String...) -> Bool { names.contains { name.elementsEqual($0.utf8) } }
    if isNamed("watch") { return "; use: watch -n 60 btcq" }
    if isNamed("change") { return "; use: --template '{price} {change}'" }
    let isNumber = typed.first?.isDigit == true && Price(typed) != nil
    return isNamed("amount", "convert") || isNumber ? "; use btcq --number and shell arithmetic or awk" : nil
}

private func otherMeaning(of argument: [UInt8]) -> String {
    if let option = optionMeant(by: argument) {
        // After `--`, an argument may be an option already.
        return option.utf8.elementsEqual(argument) ? "" : didYouMean(option)
    }
    let isCode =
        (2...5).contains(argument.count)
        && argument.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    return isCode ? ": only bitcoin is quoted" : ""
}

/// The option that an unknown option or argument may have meant. The name of a currency, a source or a format means the
/// option that takes it.
private func optionMeant(by typed: [UInt8]) -> String? {
    if typed.first == UInt8(ascii: "{") { return "--template '\(quoted(typed))'" }
    let name = Array(typed.drop { $0 == UInt8(ascii: "-") })
    if let option = Option.all.first(where: { name.equalsIgnoringCase($0.long) }) { return "--\(option.long)" }
    if Currency(code: name) != nil { return "--currency \(String(decoding: name, as: UTF8.self))" }
    if let source = AppDependencies.sources.named(name) { return "--source \(source.name)" }
    if let format = FormatRegistry.format(named: name) { return "--format \(format.name)" }
    guard name.count > 1 else { return nil }
    return Suggestion.nearest(to: name, among: Option.all.map { $0.long }).map { "--\($0)" }
}

/// The placeholder with the nearest name; `{fresh:TEXT}` for `{fresh}`, which has no other form.
private func placeholderMeant(by typed: [UInt8]) -> String? {
    func name(_ placeholder: some Sequence<UInt8>) -> [UInt8] {
        Array(placeholder.drop { $0 == UInt8(ascii: "{") }.prefix { !":}".utf8.contains($0) })
    }
    let names = Template.placeholders.map { String(decoding: name($0.utf8), as: UTF8.self) }
    let nearest = Suggestion.nearest(to: name(typed), among: names)
    let similar = zip(Template.placeholders, names).filter { $0.1 == nearest }.map { $0.0 }
    return similar.first { $0.contains(":") == typed.contains(UInt8(ascii: ":")) } ?? similar.first
}

/// Two options for `--source binance,kraken`.
private func twoSources(in value: [UInt8], for origin: Origin) -> String? {
    let names = value.split(separator: UInt8(ascii: ",")).compactMap { AppDependencies.sources.named($0)?.name }
    guard ["-s", "--source", "--primary"].contains(origin.name), names.count == 2, names[0] != names[1] else {
        return nil
    }
    return "--primary \(names[0]) --fallback \(names[1])"
}
