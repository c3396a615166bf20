/// The request line and the headers that a client sent.
public struct ReceivedRequest: Sendable {
    /// Such as `GET /ok/products/BTC-USD/ticker HTTP/1.1`.
    public let line: String
    /// The header lines.
    public let headers: [String]
    /// When it was complete.
    public let time: ContinuousClock.Instant

    /// Path and query.
    public var target: String {
        let parts = line.split(separator: " ")
        return parts.count > 1 ? String(parts[1]) : ""
    }

    /// The first segment of the path: it names the behaviour.
    public var route: String { String(target.split(separator: "/").first ?? "") }

    /// The value of a header; its name in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }
}
