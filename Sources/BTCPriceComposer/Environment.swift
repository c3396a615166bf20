import BTCPriceCore
import BTCPriceNetworking

/// What the environment says of a run: bytes, which need not be UTF-8. An empty variable is one that is not set.
public struct Environment: Sendable {
    private let variable: @Sendable (String) -> [UInt8]?

    /// Reads variables by `variable`: nil where there is none.
    public init(_ variable: @escaping @Sendable (String) -> [UInt8]?) {
        self.variable = variable
    }

    func value(_ name: String) -> [UInt8]? {
        variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    func hasKey(for exchange: any Exchange) -> Bool {
        exchange.keyVariable.flatMap(value) != nil
    }

    /// The key to send, nil where there is none. Its value is never repeated, not even when it is wrong.
    func key(for exchange: any Exchange) throws(UsageError) -> String? {
        guard let name = exchange.keyVariable, let bytes = value(name) else { return nil }
        let key = String(decoding: bytes, as: UTF8.self)
        guard key.utf8.elementsEqual(bytes) else { throw UsageError("\(name) is not UTF-8", hint: .manual) }
        guard !key.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) else {
            throw UsageError("\(name) holds a control character", hint: .manual)
        }
        return key
    }

    func baseURL(of exchange: any Exchange) throws(UsageError) -> BaseURL {
        guard let text = value(exchange.urlVariable) else { return BaseURL(of: exchange) }
        do throws(UsageError) {
            return try BaseURL(checking: text)
        } catch {
            throw UsageError("\(exchange.urlVariable) cannot be used: \(error.message)", hint: .manual)
        }
    }
}
