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

/// The market of a source in which bitcoin has a price in one currency.
package struct TradingPair: Equatable, Sendable {
    package let currency: Currency
    /// The name that is printed and stored, such as `BTCUSDT` or `BTC/USD`. Requests to some sources contain another name.
    package let name: String

    package init(_ currency: Currency, _ name: String) {
        self.currency = currency
        self.name = name
    }

    /// Whether these bytes can be the name of a pair: `[A-Z0-9/_-]{1,20}`. Then no output format has to escape them.
    package static func isName(_ bytes: [UInt8]) -> Bool {
        (1...20).contains(bytes.count)
            && bytes.allSatisfy("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/_-".utf8.contains)
    }
}

/// Where a source is asked. A rate limit holds for one endpoint: a mirror has its own.
package struct Endpoint: Hashable, Sendable {
    package let sourceName: String
    /// A hash of the address, in lower-case letters and digits.
    package let addressHash: String

    package init(sourceName: String, addressHash: String) {
        self.sourceName = sourceName
        self.addressHash = addressHash
    }

    /// Whether bytes of a file can be a name or an address hash: `[a-z0-9]{1,32}`. Then no output format has to escape them.
    package static func isIdentifier(_ bytes: [UInt8]) -> Bool {
        (1...32).contains(bytes.count) && bytes.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789".utf8.contains)
    }
}
