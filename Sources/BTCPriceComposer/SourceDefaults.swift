import BTCPriceCore
import BTCPriceNetworking

/// What `BTCQ_CURRENCY`, `BTCQ_PRIMARY` and `BTCQ_FALLBACK` say, as far as no option replaced or excludes it.
public struct SourceDefaults {
    /// The default of `--currency`.
    public static let currencyVariable = "BTCQ_CURRENCY"
    /// The default of `--primary`.
    public static let primaryVariable = "BTCQ_PRIMARY"
    /// The default of `--fallback`.
    public static let fallbackVariable = "BTCQ_FALLBACK"

    let currency: Currency
    let primary: (any Exchange)?
    let fallback: Request.Fallback?

    /// - Parameter typed: the sources that options name.
    init(_ request: Request, typed: [any Exchange], _ environment: Environment) throws(UsageError) {
        currency = try Self.currency(request, typed, environment)
        let currency = currency

        /// Nil where an option asks for what the source does not have, or names the source itself.
        func source(_ variable: String, _ word: [UInt8], orElse other: String) throws(UsageError) -> (any Exchange)? {
            guard let exchange = SourceRegistry.exchange(named: word) else {
                throw Self.wrong(variable, word, "one of \(Self.names(SourceRegistry.exchanges))\(other)")
            }
            guard !typed.contains(where: { $0.name == exchange.name }) else { return nil }
            if let typed = request.currency, exchange.pair(in: typed) == nil { return nil }
            if request.currency == nil {
                try SourceSelection.requirePair(of: exchange, in: currency, saidBy: variable)
            }
            return exchange
        }

        if request.primary == nil, let word = environment.value(Self.primaryVariable) {
            primary = try source(Self.primaryVariable, word, orElse: "")
        } else {
            primary = nil
        }
        if request.fallback == nil, let word = environment.value(Self.fallbackVariable) {
            if word.elementsEqual("none".utf8) {
                fallback = .nobody
            } else {
                fallback = try source(Self.fallbackVariable, word, orElse: ", none").map(Request.Fallback.source)
            }
        } else {
            fallback = nil
        }
        if let primary, case .source(let other)? = fallback, other.name == primary.name {
            throw UsageError(
                "\(Self.primaryVariable) and \(Self.fallbackVariable) both name \(primary.name)", hint: .manual)
        }
    }

    private static func currency(
        _ request: Request, _ typed: [any Exchange], _ environment: Environment
    ) throws(UsageError) -> Currency {
        guard request.currency == nil, let word = environment.value(currencyVariable) else { return .usd }
        guard let currency = Currency(code: word) else {
            throw wrong(currencyVariable, word, "one of \(Currency.allCases.map(\.code).joined(separator: ", "))")
        }
        return typed.allSatisfy { $0.pair(in: currency) != nil } ? currency : .usd
    }

    private static func wrong(_ variable: String, _ word: [UInt8], _ expected: String) -> UsageError {
        UsageError("\(variable): \(UsageError.shown(word)) is not \(expected)", hint: .manual)
    }

    private static func names(_ exchanges: [any Exchange]) -> String {
        exchanges.map(\.name).joined(separator: ", ")
    }
}
