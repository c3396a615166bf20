import BTCPriceCore
import BTCPriceNetworking
import System
import Testing

@testable import BTCQCommand

/// Every combination of the options and the variables of sources and currencies.
@Suite(.timeLimit(.minutes(5))) struct VariableCombinationTests {
    /// Each option or variable is absent, or has one of these values.
    private static let sources = SourceRegistry.exchanges.map(\.name)
    private static let primaries: [String?] = [nil] + sources
    private static let fallbacks: [String?] = [nil, "none"] + sources
    private static let currencies: [String?] = [nil] + Currency.allCases.map(\.code)

    /// Combinations of which an option replaces the variable are many and alike: there, the variable is one that would be
    /// an error if it was looked at.
    private static func pairs(_ values: [String?]) -> [(option: String?, variable: String?)] {
        values.flatMap { value in value == nil ? values.map { (nil, $0) } : [(value, nil), (value, "nosuch")] }
    }

    /// The options that choose sources, with the variables.
    private static let choices: [RunSettings] = {
        var choices: [RunSettings] = []
        for primary in pairs(primaries) {
            for fallback in pairs(fallbacks) {
                var settings = RunSettings()
                settings.set("primary", primary)
                settings.set("fallback", fallback)
                choices.append(settings)
            }
        }
        for source in sources {
            for (primary, fallback) in [(nil, nil), ("nosuch", "nosuch"), (source, source)] as [(String?, String?)] {
                var settings = RunSettings(["--source=\(source)"])
                settings.set("primary", (nil, primary))
                settings.set("fallback", (nil, fallback))
                choices.append(settings)
            }
        }
        return choices
    }()

    @Test(arguments: [false, true])
    func combination_isARunOrAUsageErrorWhoseRemedySucceeds(_ hasKey: Bool) throws {
        var counts: [String: Int] = [:]
        for choice in Self.choices {
            for currency in Self.pairs(Self.currencies) {
                var settings = choice
                settings.set("currency", currency)
                if hasKey { settings.variables["CRYPTOCOMPARE_API_KEY"] = "k" }
                counts[try check(settings), default: 0] += 1
            }
        }
        // Each outcome occurs, so that none of the checks is skipped.
        for outcome in ["run", "conflict of options", "BTCQ_PRIMARY", "BTCQ_FALLBACK", "BTCQ_CURRENCY", "no remedy"] {
            #expect(counts[outcome, default: 0] > 10, "\(outcome): \(counts)")
        }
    }

    /// Returns the outcome: `run`, `conflict of options`, or the variable that the error names.
    private func check(_ settings: RunSettings) throws -> String {
        let comment = Comment(rawValue: settings.description)
        let options: RunOptions
        do throws(UsageError) {
            options = try settings.options()
        } catch {
            // The options contradict each other, whatever the variables are.
            #expect(Expectation(settings, variables: [:]).conflict != nil, comment)
            return "conflict of options"
        }
        let expected = Expectation(settings, variables: settings.variables)
        do throws(UsageError) {
            var run = options
            let selection = try run.applyVariables(settings.environment)
            #expect(expected.conflict == nil, comment)
            expected.check(selection, hasKey: settings.variables["CRYPTOCOMPARE_API_KEY"] != nil, comment)
            return "run"
        } catch {
            if case .sourceSelection(let reason) = error {
                // The options contradict the default currency, and no variable replaces it.
                #expect(reason == expected.conflict, comment)
                #expect(reason == Expectation(settings, variables: [:]).conflict, comment)
                return "conflict of options"
            }
            guard case .variable(let name, let reason, let remedy) = error else {
                Issue.record("\(settings): \(error)")
                return "another error"
            }
            #expect(reason == expected.conflict, comment)
            #expect(settings.variables[name] != nil && !settings.isReplaced(name), comment)
            guard let remedy else {
                // No currency suits what the user typed.
                #expect(name == "BTCQ_CURRENCY" && settings.typedSourcesHaveNoCommonCurrency, comment)
                return "no remedy"
            }
            let remedyOptions = remedy.split(separator: " ").map(String.init)
            #expect(UsageErrorText(error).message.hasSuffix("; use \(remedyOptions.joined(separator: " "))"), comment)
            checkRemedy(remedyOptions, of: name, settings, comment)
            return name
        }
    }

    private func checkRemedy(_ remedy: [String], of variable: String, _ settings: RunSettings, _ comment: Comment) {
        var remedied = settings
        remedied.arguments += remedy
        #expect(remedied.isReplaced(variable), "\(comment), then \(remedy)")
        do throws(UsageError) {
            var options = try remedied.options()
            let selection = try options.applyVariables(remedied.environment)
            // What the user typed is kept. Only a single source replaces the others.
            if let currency = settings.option("currency") { #expect(selection.currency.code == currency, comment) }
            guard remedy.first != "--source" else { return }
            if let primary = settings.option("primary") { #expect(selection.primary.name == primary, comment) }
            if let fallback = settings.option("fallback") {
                #expect(selection.fallback?.name ?? "none" == fallback, comment)
            }
        } catch {
            Issue.record("\(settings), then \(remedy): \(error)")
        }
    }
}

/// What the contract says about a combination, written without looking at how it is done.
private struct Expectation {
    let primary: String?
    let fallback: String?
    let currency: Currency

    init(_ settings: RunSettings, variables: [String: String]) {
        func value(_ name: String, _ variable: String) -> String? { settings.option(name) ?? variables[variable] }
        if let source = settings.option("source") {
            (primary, fallback) = (source, "none")
        } else {
            (primary, fallback) = (value("primary", "BTCQ_PRIMARY"), value("fallback", "BTCQ_FALLBACK"))
        }
        currency = value("currency", "BTCQ_CURRENCY").flatMap { Currency(code: $0.utf8) } ?? .usd
    }

    var conflict: SourceSelectionError? {
        if let primary, primary == fallback { return .sameSourceTwice(primary) }
        if let primary, !quotes(primary) { return .primaryDoesNotQuote(primary, currency) }
        if let fallback, fallback != "none", !quotes(fallback) { return .fallbackDoesNotQuote(fallback, currency) }
        return nil
    }

    private func quotes(_ source: String) -> Bool {
        SourceRegistry.exchange(named: source.utf8)?.pair(in: currency) != nil
    }

    func check(_ selection: SourceSelection, hasKey: Bool, _ comment: Comment) {
        let defaults = SourceRegistry.exchanges.filter { quotes($0.name) && (hasKey || $0.keyVariable == nil) }
            .map(\.name)
        let chosen = fallback == "none" ? nil : fallback
        // A chosen fallback that alone quotes the currency becomes the primary.
        let first = primary ?? defaults.first { $0 != chosen } ?? chosen
        let second = fallback == nil ? defaults.first { $0 != first } : chosen == first ? nil : chosen
        #expect(selection.currency == currency, comment)
        #expect(selection.primary.name == first, comment)
        #expect(selection.fallback?.name == second, comment)
    }
}

/// Options and environment variables of a run.
struct RunSettings: CustomStringConvertible, CustomTestStringConvertible {
    /// In the form `--name=value`. A remedy may follow.
    var arguments: [String]
    var variables: [String: String]

    init(_ arguments: [String] = [], _ variables: [String: String] = [:]) {
        self.arguments = arguments
        self.variables = variables
    }

    init(variables: [String: String]) {
        self.init([], variables)
    }

    var description: String {
        (variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + ["btcq"] + arguments)
            .joined(separator: " ")
    }

    var testDescription: String { description }

    var environment: Environment { Environment { variables[$0].map { Array($0.utf8) } } }

    /// The value of an option; nil if it was not given.
    func option(_ name: String) -> String? {
        arguments.last { $0.hasPrefix("--\(name)=") }.map { String($0.dropFirst(name.count + 3)) }
    }

    /// Whether an option was given in place of the variable.
    func isReplaced(_ variable: String) -> Bool {
        let name = "--" + variable.dropFirst("BTCQ_".count).lowercased()
        let given = arguments.compactMap { $0.split(separator: "=").first.map(String.init) }
        return given.contains(name) || name != "--currency" && given.contains("--source")
    }

    var typedSourcesHaveNoCommonCurrency: Bool {
        let sources = ["primary", "fallback"].compactMap { name in
            option(name).flatMap { SourceRegistry.exchange(named: $0.utf8) }
        }
        return !Currency.allCases.contains { currency in sources.allSatisfy { $0.pair(in: currency) != nil } }
    }

    /// Sets an option and its variable.
    mutating func set(_ name: String, _ value: (option: String?, variable: String?)) {
        if let option = value.option { arguments.append("--\(name)=\(option)") }
        variables["BTCQ_\(name.uppercased())"] = value.variable
    }

    func options() throws(UsageError) -> RunOptions {
        switch try Parser.parse(arguments.map { Argument($0.utf8) }) {
        case .run(let options): return options
        default: preconditionFailure("\(self) is not a run")
        }
    }

    /// `USD binance, coinbase`
    func selection() throws(UsageError) -> String {
        var options = try options()
        let selection = try options.applyVariables(environment)
        return "\(selection.currency.code) \(selection.primary.name), \(selection.fallback?.name ?? "none")"
    }
}
