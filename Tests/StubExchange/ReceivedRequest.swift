/// The request line and the headers that a client sent.
public struct ReceivedRequest: Sendable {
    /// Such as `GET /ok/products/BTC-USD/ticker HTTP/1.1`.
    public let line: String
    /// The header lines.
    public let headers: [String]
    /// When it was complete.
    public let time = ContinuousClock.now

    /// Nil unless `bytes` end with the empty line after the headers.
    init?(_ bytes: [UInt8]) {
        guard bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
        line = lines.first ?? ""
        headers = Array(lines.dropFirst())
    }

    /// Path and query.
    public var target: String {
        let parts = line.split(separator: " ")
        return parts.count > 1 ? String(parts[1]) : ""
    }

    /// The first segment of the path: it names the behavior.
    public var route: String { String(target.split(separator: "/").first ?? "") }

    /// The pair that it is for; nil if the target is not that of any source.
    public var pair: Fixture.Pair? { place?.pair }

    /// What precedes the source's own path: the route, and the rest of the base URL.
    var base: String { place?.base ?? target }

    /// The value of a header; its name in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }

    private var place: (pair: Fixture.Pair, base: String)? {
        guard let known = Self.targets.first(where: { target.hasSuffix($0.text) }) else { return nil }
        let base = String(target.dropLast(known.text.count))
        return base.contains("?") ? nil : (known.pair, base)
    }

    private static let targets = Fixture.all.flatMap { fixture in
        fixture.pairs.compactMap { pair in
            (try? fixture.target(for: pair.currency)).map { (text: $0, pair: pair) }
        }
    }
}
