import BTCPriceCore
import BTCPriceNetworking
import TestSupport
import Testing

@testable import BTCPriceComposer

/// What holds whatever is typed and whatever is in the environment.
@Suite struct AnySelectionTests {
    private static let names = SourceRegistry.exchanges.map(\.name)

    @Test func variableThatIsRightByItself_neverMakesAnOptionFail() {
        var random = SeededGenerator()
        for _ in 0..<1000 {
            let choice = Self.choice(&random)
            let options = Choice(primary: choice.primary, fallback: choice.fallback, currency: choice.currency)
            let variables = Choice(variables: choice.variables)
            if let error = options.error {
                #expect(choice.error == error, "\(choice), \(random)")
            } else if variables.error == nil {
                #expect(choice.error == nil, "\(choice), \(random)")
            } else if let error = choice.error {
                #expect(error.message.hasPrefix("BTCQ_"), "\(choice), \(random)")
            }
        }
    }

    @Test func selection_keepsWhatWasTypedAndTakesEachVariableThatFits() throws {
        var random = SeededGenerator()
        for _ in 0..<1000 {
            let choice = Self.choice(&random)
            guard let selection = try? choice.selection else { continue }
            let (primary, fallback) = (selection.primary.name, selection.fallback?.name)
            let typed = [choice.primary, choice.fallback].compactMap(\.self)
            let having = SourceRegistry.names(in: selection.currency)
            let comment: Comment = "\(choice), \(random)"

            #expect(primary != fallback, comment)
            #expect(selection.sources.allSatisfy { having.contains($0.name) }, comment)
            if let currency = choice.currency { #expect(selection.currency == currency, comment) }
            if let name = choice.primary { #expect(primary == name, comment) }
            if let name = choice.fallback, name == "none" || choice.primary != nil {
                #expect(fallback ?? "none" == name, comment)
            }
            if choice.primary == nil, let name = choice.variables["BTCQ_PRIMARY"], having.contains(name),
                !typed.contains(name)
            {
                #expect(primary == name, comment)
            }
            if let keyed = selection.sources.first(where: { $0.keyVariable != nil }) {
                let named =
                    typed + [choice.variables["BTCQ_PRIMARY"], choice.variables["BTCQ_FALLBACK"]].compactMap(\.self)
                let hasKey = keyed.keyVariable.flatMap { choice.variables[$0] } != nil
                #expect(hasKey || named.contains(keyed.name), comment)
            }
        }
    }

    private static func choice(_ random: inout SeededGenerator) -> Choice {
        func sometimes<Value>(_ values: [Value]) -> Value? {
            Bool.random(using: &random) ? values.randomElement(using: &random) : nil
        }
        var choice = Choice(
            primary: sometimes(names), fallback: sometimes(names + ["none"]), currency: sometimes(Currency.allCases))
        choice.variables["BTCQ_PRIMARY"] = sometimes(names)
        choice.variables["BTCQ_FALLBACK"] = sometimes(names + ["none"])
        choice.variables["BTCQ_CURRENCY"] = sometimes(Currency.allCases.map(\.code))
        choice.variables["CRYPTOCOMPARE_API_KEY"] = sometimes(["k"])
        return choice
    }
}

extension Choice {
    fileprivate var error: UsageError? {
        do throws(UsageError) {
            _ = try selection
            return nil
        } catch {
            return error
        }
    }
}
