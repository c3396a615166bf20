import BTCPriceCore
import BTCPriceNetworking

@testable import BTCPriceComposer

/// What somebody types and has in the environment, and what becomes of it.
struct Choice: CustomStringConvertible {
    var primary: String?
    /// `none` is nobody.
    var fallback: String?
    var currency: Currency?
    var variables: [String: String] = [:]

    /// `-s`, which stands for two options.
    static func source(_ name: String, currency: Currency? = nil, variables: [String: String] = [:]) -> Choice {
        Choice(primary: name, fallback: "none", currency: currency, variables: variables)
    }

    /// `USD binance, coinbase`, or the message of the error with where it points to.
    var outcome: String {
        do throws(UsageError) {
            let selection = try selection
            return "\(selection.currency.code) \(selection.primary.name), \(selection.fallback?.name ?? "none")"
        } catch {
            return "\(error.message) [\(error.hint.rawValue)]"
        }
    }

    var selection: SourceSelection {
        get throws(UsageError) { try SourceSelection(request, Environment(variables)) }
    }

    var request: Request {
        var request = Request()
        request.primary = primary.flatMap { SourceRegistry.exchange(named: $0.utf8) }
        request.fallback =
            fallback == "none"
            ? .disabled : fallback.flatMap { SourceRegistry.exchange(named: $0.utf8) }.map(RunOptions.Fallback.source)
        request.currency = currency
        return request
    }

    var description: String {
        "--primary \(primary ?? "-") --fallback \(fallback ?? "-") --currency \(currency?.code ?? "-") \(variables)"
    }
}

extension Environment {
    init(_ variables: [String: String]) {
        self.init { variables[$0].map { Array($0.utf8) } }
    }
}

extension SourceRegistry {
    /// The names of the sources that have the currency.
    static func names(in currency: Currency) -> [String] {
        exchanges.filter { $0.pair(in: currency) != nil }.map(\.name)
    }

    /// Those that give an answer to people without a key.
    static func namesWithoutKey(in currency: Currency) -> [String] {
        exchanges.filter { $0.pair(in: currency) != nil && $0.keyVariable == nil }.map(\.name)
    }
}
