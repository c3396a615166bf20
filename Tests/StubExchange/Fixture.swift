import BTCPriceCore
import Foundation

/// A source's request and its correct response: a file of the directory `Fixtures`, named after the source.
///
/// The file starts with one field per line: `host`, `key` if the source requires one (the environment variable),
/// `target` (path and query), `price` (the default price), `before` if the body contains the price of 24 hours before,
/// `change` if a change in 24 hours follows from the body, `time` if it contains the time of its price (in whole
/// seconds since 1970), and one `pair` for each currency: its code, the pair as the request names it, and as a quote
/// names it. A source that quotes every currency has one `pair`, with `*` for the code; in its names, `{currency}` and
/// `{lowercased}` are the code. Lines that begin with `#` are comments. After an empty line follows the body, as much
/// of it as is read. `{pair}`, `{currency}`, `{price}` and `{before}` are placeholders.
public struct Fixture: Sendable, CustomStringConvertible {
    /// Bitcoin in one currency at one source.
    public struct Pair: Sendable, CustomStringConvertible {
        /// The name of the source.
        public let source: String
        /// Such as `USD`.
        public let currency: String
        /// As the request names it.
        public let symbol: String
        /// As a quote names it.
        public let name: String

        /// Such as `kraken CHF`.
        public var description: String { "\(source) \(currency)" }
    }

    /// A fixture that cannot be read, or has no such pair.
    public struct Failure: Error, CustomStringConvertible {
        /// One clause.
        public let description: String
    }

    /// The source's name.
    public let name: String
    /// The name of its server.
    public let host: String
    /// The environment variable with its base URL.
    public var urlVariable: String { "BTCQ_\(name.uppercased())_URL" }
    /// The environment variable with its key; nil if it does not require one.
    public let keyVariable: String?
    /// In the order of the file.
    public let pairs: [Pair]
    /// The default price.
    public let price: String
    /// The price of 24 hours before; nil if the body does not contain it.
    public let before: String?
    /// The change in 24 hours, in percent; nil if it is unknown.
    public let change: String?
    /// The time of the price, in seconds since 1970; nil if the body does not contain it.
    public let time: Int64?
    private let target: String
    private let body: String

    /// The source's name.
    public var description: String { name }

    /// Whether the price is a JSON string, and not a number.
    public var priceIsString: Bool { body.contains(Self.quotedPrice) }

    private static let quotedPrice = #""{price}""#

    /// Whether the body names the pair, and so differs from currency to currency.
    public var namesItsPair: Bool {
        let bodies = pairs.compactMap { try? body(currency: $0.currency) }
        return Set(bodies).count == pairs.count && pairs.count > 1
    }

    /// The price as the body contains it: in quotes if it is a string.
    public func literal(_ price: String) -> String { priceIsString ? "\"\(price)\"" : price }

    /// Bitcoin in this currency.
    public func pair(_ currency: String) throws(Failure) -> Pair {
        guard let pair = pairs.first(where: { $0.currency == currency }) else {
            throw Failure(description: "Fixtures/\(name).txt has no line \"pair \(currency) ...\"")
        }
        return pair
    }

    /// Path and query of the request, to be appended to the base URL.
    public func target(for currency: String) throws(Failure) -> String {
        target.replacing("{pair}", with: try pair(currency).symbol)
    }

    /// A correct body.
    public func body(currency: String, price: String? = nil) throws(Failure) -> String {
        try body(currency: currency, literal: literal(price ?? self.price))
    }

    /// A correct body whose price is of now, in the fixture's notation. With another price than the fixture's, it has
    /// not changed.
    public func bodyOfNow(currency: String, price: String? = nil) throws(Failure) -> String {
        var body = try body(currency: currency, price: price)
        if let price, let before { body = body.replacing(before, with: price) }
        guard let time else { return body }
        let now = Date()
        return body.replacing("\(time)", with: "\(Int(now.timeIntervalSince1970))").replacing(
            Date(timeIntervalSince1970: TimeInterval(time)).ISO8601Format().dropLast(),
            with: now.ISO8601Format().dropLast())
    }

    /// A body with this JSON, quotes included, in place of the price.
    public func body(currency: String, literal: String) throws(Failure) -> String {
        body.replacing("{pair}", with: try pair(currency).symbol)
            .replacing("{currency}", with: currency)
            .replacing("{before}", with: before ?? "")
            .replacing(priceIsString ? Self.quotedPrice : "{price}", with: literal)
    }
}

extension Fixture {
    /// Those of all sources, sorted by name.
    public static let all: [Fixture] = {
        do {
            let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
            let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            let fixtures = try files.filter { $0.pathExtension == "txt" }.map(Fixture.init(reading:))
            return fixtures.sorted { $0.name < $1.name }
        } catch {
            fatalError("\(error)")
        }
    }()

    /// The sources that quote the currency, sorted by name.
    public static func quoting(_ currency: String) -> [Fixture] {
        all.filter { $0.pairs.contains { $0.currency == currency } }
    }

    /// The source of that name.
    public static func named(_ name: String) throws(Failure) -> Fixture {
        guard let fixture = all.first(where: { $0.name == name }) else {
            throw Failure(description: "add Tests/StubExchange/Fixtures/\(name).txt")
        }
        return fixture
    }

    private init(reading file: URL) throws {
        let name = file.deletingPathExtension().lastPathComponent
        let parts = try String(contentsOf: file, encoding: .utf8).split(separator: "\n\n", maxSplits: 1)
        let lines = parts[0].split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: " ").map(String.init) }
        func values(_ field: String, _ count: Int) -> [[String]] {
            lines.filter { $0.first == field && $0.count == count + 1 }.map { Array($0.dropFirst()) }
        }
        func value(_ field: String) -> String? { values(field, 1).first?.first }
        self.name = name
        pairs = values("pair", 3).flatMap { line in
            let codes = line[0] == "*" ? Currency.allCases.map(\.code) : [line[0]]
            return codes.map { code in
                let names = line.map {
                    $0.replacing("{currency}", with: code).replacing("{lowercased}", with: code.lowercased())
                }
                return Pair(source: name, currency: code, symbol: names[1], name: names[2])
            }
        }
        keyVariable = value("key")
        time = value("time").flatMap { Int64($0) }
        before = value("before")
        change = value("change")
        let required = [value("host"), value("target"), value("price")].compactMap(\.self)
        let count =
            required.count + [keyVariable, before, change, value("time")].compactMap(\.self).count
            + values("pair", 3).count
        guard parts.count == 2, parts[1].contains("{price}"), required.count == 3, lines.count == count,
            before != nil || !parts[1].contains("{before}")
        else {
            throw Failure(description: "\(file.path): a line is missing or unknown, for example before for {before}")
        }
        (host, target, price) = (required[0], required[1], required[2])
        body = parts[1].trimmingCharacters(in: .newlines)
    }
}
