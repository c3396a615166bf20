import BTCPriceCore
import Foundation
import Testing

@testable import BTCPriceNetworking

/// Every response in Responses that one of the sources may send.
@Suite struct RecordedResponsesTests {
    @Test func index_hasARowForEveryFile() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: RecordedResponse.directory.path)
        #expect(Set(files).subtracting(["INDEX.tsv"]) == Set(RecordedResponse.rows.map { $0["file"] ?? "" }))
    }

    @Test func index_namesKnownSources() {
        let names = SourceRegistry.exchanges.map(\.name) + ["*", "-"]
        for row in RecordedResponse.rows { #expect(names.contains(row["source"] ?? ""), "\(row)") }
    }

    @Test(arguments: SourceCase.onePerSource)
    func index_hasAPriceAndAnErrorForEverySource(_ source: SourceCase) {
        let own = RecordedResponse.all.filter { $0.source.exchange.name == source.exchange.name }
        #expect(own.contains { $0.price != nil })
        #expect(own.contains { $0.price == nil })
    }

    @Test(arguments: RecordedResponse.all.filter { $0.price != nil })
    func price_whenResponseContainsOne_isExact(_ response: RecordedResponse) throws {
        let expected = try #require(response.price)
        #expect(try response.source.price(in: response.body, status: response.status) == Price(expected.utf8))
    }

    @Test(arguments: RecordedResponse.all.filter { $0.price != nil })
    func price_whenResponseNamesAnotherPair_throws(_ response: RecordedResponse) throws {
        guard try response.source.namesItsPair else { return }
        let others = SourceCase.all.filter {
            $0.exchange.name == response.source.exchange.name && $0.code != response.source.code
        }
        for other in others {
            #expect(throws: PriceLoadingError.invalidData("not the pair asked for")) {
                try other.price(in: response.body)
            }
        }
    }

    @Test(arguments: RecordedResponse.all.filter { $0.price == nil })
    func price_whenResponseContainsNone_throwsErrorOfStatus(_ response: RecordedResponse) {
        #expect {
            try response.source.price(in: response.body, status: response.status)
        } throws: { error in
            switch error as? PriceLoadingError {
            case .rateLimited(response.status, nil): response.isRateLimit
            case .blocked: response.status == 451
            case .unexpectedStatus(response.status, _):
                response.status != 200 && response.status != 451 && !response.isRateLimit
            case .invalidData, .invalidPrice: response.status == 200 && !response.isRateLimit
            default: false
            }
        }
    }
}

/// A row of the index for one source.
struct RecordedResponse: Sendable, CustomTestStringConvertible {
    let file: String
    let source: SourceCase
    let status: Int
    /// Nil if it contains no price of the pair.
    let price: String?
    /// Whether it reports a rate limit.
    let isRateLimit: Bool

    var testDescription: String { "\(file) as \(source.testDescription)" }

    var body: Data {
        get throws { try Data(contentsOf: Self.directory.appending(path: file)) }
    }

    static let directory = Bundle.module.resourceURL?.appending(path: "Responses") ?? URL(filePath: "/nonexistent")

    /// The rows of the index, by column.
    static let rows: [[String: String]] = {
        let text = (try? String(contentsOf: directory.appending(path: "INDEX.tsv"), encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map { fields in
            Dictionary(zip(lines[0], fields)) { first, _ in first }
        }
    }()

    /// Every row once, or once for each source if any source may send it.
    static let all = rows.flatMap { row in
        let sources =
            row["source"] == "*"
            ? SourceCase.onePerSource
            : Array(
                SourceCase.all.filter { source in
                    source.exchange.name == row["source"] && [source.code, "-"].contains(row["currency"])
                }.prefix(1))
        return sources.map { source in
            RecordedResponse(
                file: row["file"] ?? "", source: source, status: row["http status"].flatMap { Int($0) } ?? 0,
                price: row["price of this source"].flatMap { $0 == "-" ? nil : $0 },
                isRateLimit: ["418", "429"].contains(row["http status"])
                    || row["case"]?.contains(/^error.*rate limit/) == true)
        }
    }
}
