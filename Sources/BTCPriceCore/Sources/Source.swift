/// What a user can choose to ask for the price. The code that asks it is an `Exchange`, outside of this module.
package struct Source: Equatable, Sendable {
    /// Its name on the command line and in every output, in lower-case letters.
    package let name: String
    /// The host that it is asked at by default; for descriptions.
    package let host: String
    /// One for each currency that it quotes, USD first.
    package let pairs: [TradingPair]
    /// The variable with its key, if it does not respond without one.
    package let keyVariable: String?

    package init(_ name: String, host: String, pairs: [TradingPair], keyVariable: String? = nil) {
        self.name = name
        self.host = host
        self.pairs = pairs
        self.keyVariable = keyVariable
    }

    package func pair(in currency: Currency) -> TradingPair? { pairs.first { $0.currency == currency } }
}

extension [Source] {
    package func quoting(_ currency: Currency) -> [Source] { filter { $0.pair(in: currency) != nil } }

    /// The source of this name, in any case.
    package func named(_ name: some Collection<UInt8>) -> Source? { first { name.equalsIgnoringCase($0.name) } }
}
