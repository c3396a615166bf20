import Foundation

/// A source's request and its correct response: a file of the directory `Fixtures`, named after the source.
///
/// The file starts with one field per line: `target` (path and query), `price` (the default price), `time` if the body
/// contains the time of its price (in seconds since 1970), and one `pair` for each currency: its code, the pair as the
/// request names it, and as a quote names it. After an empty line follows the body, as much of it as is read. `{pair}`,
/// `{currency}` and `{price}` are placeholders.
public struct Fixture: Sendable, CustomStringConvertible {
    /// Bitcoin in one currency.
    public struct Pair: Sendable {
        /// Such as `USD`.
        public let currency: String
        /// As the request names it.
        public let symbol: String
        /// As a quote names it.
        public let name: String
    }

    /// A fixture that cannot be read, or has no such pair.
    public struct Failure: Error, CustomStringConvertible {
        /// One clause.
        public let description: String
    }

    /// The source's name.
    public let name: String
    /// In the order of the file.
    public let pairs: [Pair]
    /// The default price.
    public let price: String
    /// The time of the price, in seconds since 1970; nil if the body does not contain it.
    public let time: Int64?
    private let target: String
    private let body: String

    /// The source's name.
    public var description: String { name }

    /// Whether the price is a JSON string, and not a number.
    public var priceIsString: Bool { body.contains(Self.quotedPrice) }

    private static let quotedPrice = #""{price}""#

    /// The price as the body contains it: in quotes if it is a string.
    public func literal(_ price: String) -> String { priceIsString ? "\"\(price)\"" : price }

    /// Bitcoin in this currency.
    public func pair(_ currency: String) throws(Failure) -> Pair {
        guard let pair = pairs.first(where: { $0.currency == currency }) else {
            throw Failure(description: "\(name) has no \(currency)")
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

    /// A body with this JSON, quotes included, in place of the price.
    public func body(currency: String, literal: String) throws(Failure) -> String {
        body.replacing("{pair}", with: try pair(currency).symbol)
            .replacing("{currency}", with: currency)
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

    /// The source of that name.
    public static func named(_ name: String) throws(Failure) -> Fixture {
        guard let fixture = all.first(where: { $0.name == name }) else {
            throw Failure(description: "\(name) has no fixture")
        }
        return fixture
    }

    private init(reading file: URL) throws {
        name = file.deletingPathExtension().lastPathComponent
        let parts = try String(contentsOf: file, encoding: .utf8).split(separator: "\n\n", maxSplits: 1)
        let lines = parts[0].split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        func values(_ field: String, _ count: Int) -> [[String]] {
            lines.filter { $0.first == field && $0.count == count + 1 }.map { Array($0.dropFirst()) }
        }
        pairs = values("pair", 3).map { Pair(currency: $0[0], symbol: $0[1], name: $0[2]) }
        let times = values("time", 1).compactMap { $0.first.flatMap { Int64($0) } }
        guard parts.count == 2, parts[1].contains("{price}"), lines.count == pairs.count + times.count + 2,
            let target = values("target", 1).first?.first, let price = values("price", 1).first?.first
        else { throw Failure(description: "\(file.path) is not a fixture") }
        self.target = target
        self.price = price
        time = times.first
        body = parts[1].trimmingCharacters(in: .newlines)
    }
}
