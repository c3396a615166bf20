import BTCPriceCore
import BTCPriceNetworking

/// What the environment says about sources: base URLs and keys. An empty variable is one that is not set.
struct SourceEnvironment {
    let variable: (String) -> String?

    func hasKey(for exchange: Exchange) -> Bool {
        exchange.keyVariable.flatMap(value) != nil
    }

    /// The key to send, nil where there is none. Its value is never repeated, not even when it is wrong.
    func key(for exchange: Exchange) throws(ConfigurationError) -> String? {
        guard let name = exchange.keyVariable, let key = value(name) else { return nil }
        guard key.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw ConfigurationError("\(name) holds a control character")
        }
        // What was not UTF-8 has come here with replacement characters, and would be sent with them.
        guard !key.contains("\u{FFFD}") else { throw ConfigurationError("\(name) is not UTF-8") }
        return key
    }

    func baseURL(of exchange: Exchange) throws(ConfigurationError) -> BaseURL {
        guard let text = value(exchange.urlVariable) else { return BaseURL(of: exchange) }
        do throws(BaseURL.Problem) {
            return try BaseURL(checking: text)
        } catch {
            throw ConfigurationError("\(exchange.urlVariable) cannot be used: \(error)")
        }
    }

    func pair(of exchange: Exchange, in currency: Currency) throws(ConfigurationError) -> TradingPair {
        guard let symbol = exchange.symbols[currency] else {
            let having = SourceRegistry.exchanges.filter { $0.symbols[currency] != nil }.map(\.name)
            throw ConfigurationError(
                "\(exchange.name) has no \(currency.code); \(having.joined(separator: ", ")) have")
        }
        return TradingPair(currency: currency, symbol: symbol)
    }

    private func value(_ name: String) -> String? {
        variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
