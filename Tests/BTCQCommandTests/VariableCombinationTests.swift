import BTCPriceCore
import BTCPriceNetworking
import System
import Testing

@testable import BTCQCommand

/// Every combination of the options and the variables of sources and currencies.
@Suite(.timeLimit(.minutes(5))) struct VariableCombinationTests {
    /// Each option or variable is absent, or has one of these values.
    private static let primaries: [String?] = [nil] + Names.sources
    private static let fallbacks: [String?] = [nil, "none"] + Names.sources
    private static let currencies: [String?] = [nil] + Names.currencies

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
                choices.append(RunSettings().setting("primary", primary).setting("fallback", fallback))
            }
        }
        for source in Names.sources {
            for name in [nil, "nosuch", source] {
                let settings = RunSettings([:], "--source=\(source)")
                choices.append(settings.setting("primary", (nil, name)).setting("fallback", (nil, name)))
            }
        }
        return choices
    }()

    @Test(arguments: [false, true])
    func combination_isARunOrAUsageErrorWhoseRemedySucceeds(_ hasKey: Bool) throws {
        var counts: [String: Int] = [:]
        for choice in Self.choices {
            for currency in Self.pairs(Self.currencies) {
                var settings = choice.setting("currency", currency)
                settings.variables["CRYPTOCOMPARE_API_KEY"] = hasKey ? "k" : nil
                counts[check(settings, hasKey: hasKey), default: 0] += 1
            }
        }
        // Each outcome occurs, so that none of the checks is skipped.
        for outcome in ["run", "conflict of options", "BTCQ_PRIMARY", "BTCQ_FALLBACK", "BTCQ_CURRENCY"] {
            #expect(counts[outcome, default: 0] > 10, "\(outcome): \(counts)")
        }
    }

    /// Returns the outcome: `run`, `conflict of options`, or the variable that the error names.
    private func check(_ settings: RunSettings, hasKey: Bool) -> String {
        let comment = Comment(rawValue: settings.description)
        let expected = Expectation(settings, variables: settings.variables)
        do throws(UsageError) {
            expected.check(try settings.applied(), hasKey: hasKey, comment)
            return "run"
        } catch {
            switch error {
            case .sourceSelection(let reason):
                // The options contradict each other or the default currency, whatever the variables are.
                #expect(reason == Expectation(settings, variables: [:]).conflict, comment)
                return "conflict of options"
            case .variable(let name, let reason, let remedy):
                #expect(reason == expected.conflict, comment)
                #expect(settings.variables[name] != nil && !settings.isReplaced(name), comment)
                checkRemedy(remedy.split(separator: " ").map(String.init), of: name, settings)
                return name
            default:
                Issue.record("\(settings): \(error)")
                return "another error"
            }
        }
    }

    private func checkRemedy(_ remedy: [String], of variable: String, _ settings: RunSettings) {
        let comment = Comment(rawValue: "\(settings), then \(remedy)")
        var remedied = settings
        remedied.arguments += remedy
        #expect(remedied.isReplaced(variable), comment)
        do throws(UsageError) {
            let selection = try remedied.applied()
            // What the user typed is kept; only a single source replaces the others.
            if let currency = settings.option("currency") { #expect(selection.currency.code == currency, comment) }
            let typed = [settings.option("primary"), settings.option("fallback"), settings.option("source")]
            if !remedy.contains("--source") {
                if let primary = typed[0] { #expect(selection.primary.name == primary, comment) }
                if let fallback = typed[1] { #expect(selection.fallback?.name ?? "none" == fallback, comment) }
            } else if variable == "BTCQ_CURRENCY" {
                #expect(typed.contains(selection.primary.name), comment)
            }
        } catch {
            Issue.record("\(comment): \(error)")
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
        #expect(conflict == nil, comment)
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

/// Environment variables and options of a run.
struct RunSettings: CustomTestStringConvertible, CustomStringConvertible {
    var variables: [String: String]
    /// In the form `--name=value`. A remedy may follow.
    var arguments: [String]

    init(_ variables: [String: String] = [:], _ arguments: String...) {
        self.variables = variables
        self.arguments = arguments
    }

    var description: String {
        (variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + ["btcq"] + arguments)
            .joined(separator: " ")
    }

    var testDescription: String { description }

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

    /// Adds an option and its variable.
    func setting(_ name: String, _ value: (option: String?, variable: String?)) -> RunSettings {
        var settings = self
        if let option = value.option { settings.arguments.append("--\(name)=\(option)") }
        settings.variables["BTCQ_\(name.uppercased())"] = value.variable
        return settings
    }

    func applied() throws(UsageError) -> SourceSelection {
        var options = try parse(arguments)
        let variables = variables
        return try options.applyVariables(Environment { variables[$0].map { Array($0.utf8) } })
    }

    /// `USD binance, coinbase`
    func selection() throws(UsageError) -> String {
        let selection = try applied()
        return "\(selection.currency.code) \(selection.primary.name), \(selection.fallback?.name ?? "none")"
    }
}
