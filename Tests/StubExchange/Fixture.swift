import Foundation

/// What one source is asked, and what it answers when all is well: a file of the folder `Fixtures`, named after the source.
///
/// The file starts with a word a line: `target` (path and query), `price` (the digits sent unless others are wanted),
/// `time` where the body says when its price was made (in seconds since 1970), and one `pair` for each currency: its code,
/// the pair as the request has it, and as a quote names it. Behind an empty line comes the body, as much of it as anybody
/// reads. `{pair}`, `{currency}` and `{price}` stand for what differs.
public struct Fixture: Sendable, CustomStringConvertible {
    /// Bitcoin in one currency.
    public struct Pair: Sendable {
        /// Such as `USD`.
        public let currency: String
        /// As the request has it.
        public let symbol: String
        /// As a quote names it.
        public let market: String
    }

    /// What is wrong with a fixture, or with what was asked of it.
    public struct Problem: Error, CustomStringConvertible {
        /// One clause.
        public let description: String
    }

    /// The source's name.
    public let name: String
    /// In the order of the file.
    public let pairs: [Pair]
    /// The digits that are sent unless others are wanted.
    public let price: String
    /// When the price was made, in seconds since 1970; nil where the body does not say it.
    public let time: Int64?
    private let target: String
    private let body: String

    /// The source's name.
    public var description: String { name }

    /// Whether the price is a JSON string, and not a number.
    public var priceIsString: Bool { body.contains(Self.quotedPrice) }

    private static let quotedPrice = #""{price}""#

    /// The price as it stands in the body, with its quotes if it has any.
    public func literal(_ price: String) -> String { priceIsString ? "\"\(price)\"" : price }

    /// Bitcoin in this currency.
    public func pair(_ currency: String) throws(Problem) -> Pair {
        guard let pair = pairs.first(where: { $0.currency == currency }) else {
            throw Problem(description: "\(name) has no \(currency)")
        }
        return pair
    }

    /// Path and query of the request, below the base URL.
    public func target(for currency: String) throws(Problem) -> String {
        target.replacing("{pair}", with: try pair(currency).symbol)
    }

    /// A correct body.
    public func body(currency: String, price: String? = nil) throws(Problem) -> String {
        try body(currency: currency, literal: literal(price ?? self.price))
    }

    /// A body with any JSON in the place of the price, quotes and all.
    public func body(currency: String, literal: String) throws(Problem) -> String {
        body.replacing("{pair}", with: try pair(currency).symbol)
            .replacing("{currency}", with: currency)
            .replacing(priceIsString ? Self.quotedPrice : "{price}", with: literal)
    }
}

extension Fixture {
    /// Every source's, sorted by name.
    public static let all: [Fixture] = {
        do {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            let fixtures = try files.filter { $0.pathExtension == "txt" }.map(Fixture.init(reading:))
            return fixtures.sorted { $0.name < $1.name }
        } catch {
            fatalError("\(error)")
        }
    }()

    /// The source of that name.
    public static func named(_ name: String) throws(Problem) -> Fixture {
        guard let fixture = all.first(where: { $0.name == name }) else {
            throw Problem(description: "\(name) has no fixture")
        }
        return fixture
    }

    private init(reading file: URL) throws {
        name = file.deletingPathExtension().lastPathComponent
        let parts = try String(contentsOf: file, encoding: .utf8).split(separator: "\n\n", maxSplits: 1)
        let lines = parts[0].split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        func values(_ word: String, _ count: Int) -> [[String]] {
            lines.filter { $0.first == word && $0.count == count + 1 }.map { Array($0.dropFirst()) }
        }
        pairs = values("pair", 3).map { Pair(currency: $0[0], symbol: $0[1], market: $0[2]) }
        let times = values("time", 1).compactMap { $0.first.flatMap { Int64($0) } }
        guard parts.count == 2, parts[1].contains("{price}"), lines.count == pairs.count + times.count + 2,
            let target = values("target", 1).first?.first, let price = values("price", 1).first?.first
        else { throw Problem(description: "\(file.path) is not a fixture") }
        self.target = target
        self.price = price
        time = times.first
        body = parts[1].trimmingCharacters(in: .newlines)
    }
}
