/// A source as the user names it. How it is asked is in its `Exchange`.
package struct Source: Equatable, Sendable {
    /// In lower-case letters and digits.
    package let name: String
    /// Where requests go by default.
    package let host: String
    /// One pair for each currency that it quotes.
    package let pairs: [TradingPair]
    /// The variable with its key, such as `CRYPTOCOMPARE_API_KEY`, if it needs one.
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

    /// The case of the letters does not matter.
    package func named(_ name: some Collection<UInt8>) -> Source? { first { name.equalsIgnoringCase($0.name) } }
}

/// The market of a source in one currency.
package struct TradingPair: Equatable, Sendable {
    package let currency: Currency
    /// As it is printed and stored, such as `BTC/USD`. Requests may name it in another way.
    package let name: String

    package init(_ currency: Currency, _ name: String) {
        self.currency = currency
        self.name = name
    }

    /// `[A-Z0-9/_-]{1,20}`, which no output format has to escape.
    package static func isName(_ bytes: [UInt8]) -> Bool {
        (1...20).contains(bytes.count)
            && bytes.allSatisfy("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/_-".utf8.contains)
    }
}

/// Where a source is asked. A mirror has a rate limit of its own.
package struct Endpoint: Hashable, Sendable {
    package let sourceName: String
    /// In lower-case letters and digits.
    package let addressHash: String

    package init(sourceName: String, addressHash: String) {
        self.sourceName = sourceName
        self.addressHash = addressHash
    }

    /// `[a-z0-9]{1,32}`, which no output format has to escape.
    package static func isIdentifier(_ bytes: [UInt8]) -> Bool {
        (1...32).contains(bytes.count) && bytes.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789".utf8.contains)
    }
}
