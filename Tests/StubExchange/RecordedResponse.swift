import Foundation

/// A recorded response: a file of the directory `Responses` of the networking tests, and its row of `INDEX.tsv`.
///
/// | column | contains |
/// | --- | --- |
/// | file | its name |
/// | api | the exchange that sent it |
/// | case | what it is: `success` or `error`, the endpoint or the error, and how it differs from the original |
/// | http status | the status |
/// | expected price | the price that a person reads in it; `-`: none |
/// | fidelity | how exactly it is what the exchange sent, such as `verbatim`, and what was inferred |
/// | source | the source of this program that may send it; `*`: any source, `-`: none of them |
/// | currency | the one that was asked for; `-`: any |
/// | price of this source | the price that this program reads from it, digit for digit; `-`: none |
/// | change | the change in 24 hours that it calculates; `-`: unknown |
public struct RecordedResponse: Sendable, CustomStringConvertible {
    public let file: String
    /// The name of the source, `*` or `-`.
    public let source: String
    /// Such as `USD`; nil if any.
    public let currency: String?
    /// The status.
    public let status: Int
    /// Nil if it contains no price of the pair.
    public let price: String?
    /// Such as `+2.31%`; nil if it is unknown.
    public let change: String?
    /// Whether it reports a rate limit.
    public let isRateLimit: Bool

    public var description: String { file }

    /// The price without trailing zeros of a fraction, as the program prints it.
    public var printedPrice: String? {
        guard let price, price.contains(".") else { return price }
        return String(price.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }

    public var body: [UInt8] {
        get throws { Array(try Data(contentsOf: Self.directory.appending(path: file))) }
    }

    /// One per row.
    public static let all: [RecordedResponse] = {
        do {
            let text = try String(contentsOf: directory.appending(path: "INDEX.tsv"), encoding: .utf8)
            let rows = text.split(separator: "\n").map { line in
                line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
            return try rows.dropFirst().map { try RecordedResponse(Dictionary(zip(rows[0], $0)) { first, _ in first }) }
        } catch {
            fatalError("\(error)")
        }
    }()

    public static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "BTCPriceNetworkingTests/Responses")

    private init(_ row: [String: String]) throws {
        guard let file = row["file"], let source = row["source"], let status = row["http status"].flatMap({ Int($0) }),
            let currency = row["currency"], let price = row["price of this source"],
            let change = row["change"]
        else { throw Fixture.Failure(description: "INDEX.tsv: \(row) is not complete") }
        self.file = file
        self.source = source
        self.status = status
        self.currency = currency == "-" ? nil : currency
        self.price = price == "-" ? nil : price
        self.change = change == "-" ? nil : change
        isRateLimit = [418, 429].contains(status) || row["case"]?.contains(/^error.*rate limit/) == true
    }
}
