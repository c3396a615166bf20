/// A source that a user can choose. How to ask it is in the `Exchange` that contains this value.
package struct Source: Equatable, Sendable {
    /// Its name on the command line, in outputs and in the cache, in lower-case letters and digits.
    package let name: String
    /// The host that requests go to by default. Completions and the documentation show it too.
    package let host: String
    /// One for each currency that it quotes.
    package let pairs: [TradingPair]
    /// The name of the variable that contains its key, such as `CRYPTOCOMPARE_API_KEY`; nil if it needs no key.
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

    /// The source of this name, whether its letters are upper or lower case.
    package func named(_ name: some Collection<UInt8>) -> Source? { first { name.equalsIgnoringCase($0.name) } }
}
