import BTCPriceCore
import BTCPriceNetworking
import Foundation
import Testing

/// Every answer in Responses that one of the sources may give, mapped as if it had just come.
@Suite struct RecordedAnswersTests {
    @Test func index_namesEveryFileAndNoOther() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: RecordedAnswer.folder.path)
        #expect(Set(files).subtracting(["INDEX.tsv"]) == Set(RecordedAnswer.rows.map { $0["file"] ?? "" }))
    }

    @Test func index_namesSourcesThatThereAre() {
        let known = SourceRegistry.exchanges.map(\.name) + ["*", "-"]
        for row in RecordedAnswer.rows { #expect(known.contains(row["source"] ?? ""), "\(row)") }
    }

    @Test(arguments: Market.ofEachSource)
    func index_hasAPriceAndAnErrorOfEverySource(_ market: Market) {
        let own = RecordedAnswer.all.filter { $0.market.exchange.name == market.exchange.name }
        #expect(own.contains { $0.price != nil })
        #expect(own.contains { $0.price == nil })
    }

    @Test(arguments: RecordedAnswer.all.filter { $0.price != nil })
    func recordedPrice_isGivenToTheLastDigit(_ answer: RecordedAnswer) throws {
        let expected = try #require(answer.price)
        #expect(try answer.market.price(in: answer.body, status: answer.status) == Price(expected.utf8))
    }

    @Test(arguments: RecordedAnswer.all.filter { $0.price != nil })
    func recordedPrice_isRefusedInAnotherCurrencyWhereItNamesItsPair(_ answer: RecordedAnswer) throws {
        guard try answer.market.namesItsPair else { return }
        let others = Market.all.filter {
            $0.exchange.name == answer.market.exchange.name && $0.code != answer.market.code
        }
        for other in others {
            #expect(throws: PriceLoadingError.invalidData("not the symbol asked for")) {
                try other.price(in: answer.body)
            }
        }
    }

    @Test(arguments: RecordedAnswer.all.filter { $0.price == nil })
    func recordedAnswerWithoutAPrice_isTheErrorThatItsStatusSays(_ answer: RecordedAnswer) {
        #expect {
            try answer.market.price(in: answer.body, status: answer.status)
        } throws: { error in
            switch error as? PriceLoadingError {
            case .rateLimited(answer.status, nil): answer.isLimit
            case .refused: answer.status == 451
            case .unexpectedStatus(answer.status, _): answer.status != 200 && answer.status != 451 && !answer.isLimit
            case .invalidData, .invalidPrice: answer.status == 200 && !answer.isLimit
            default: false
            }
        }
    }
}

/// A row of the index as one source reads it.
struct RecordedAnswer: Sendable, CustomTestStringConvertible {
    let file: String
    let market: Market
    let status: Int
    /// Nil: it holds no price of what is asked for.
    let price: String?
    /// Whether it says that we ask too often.
    let isLimit: Bool

    var testDescription: String { "\(file) as \(market.testDescription)" }

    var body: Data {
        get throws { try Data(contentsOf: Self.folder.appending(path: file)) }
    }

    static let folder = Bundle.module.resourceURL?.appending(path: "Responses") ?? URL(filePath: "/nonexistent")

    /// The index, its fields by the names of their columns.
    static let rows: [[String: String]] = {
        let text = (try? String(contentsOf: folder.appending(path: "INDEX.tsv"), encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map { fields in
            Dictionary(zip(lines[0], fields)) { first, _ in first }
        }
    }()

    /// Every row once, or once for each source where any may answer so.
    static let all = rows.flatMap { row in
        let markets =
            row["source"] == "*" ? Market.ofEachSource : Market.all.filter { $0.exchange.name == row["source"] }
        let market = markets.filter { row["source"] == "*" || $0.code == row["currency"] || row["currency"] == "-" }
        return (row["source"] == "*" ? market : Array(market.prefix(1))).map { market in
            RecordedAnswer(
                file: row["file"] ?? "", market: market, status: row["http status"].flatMap { Int($0) } ?? 0,
                price: row["price of this source"].flatMap { $0 == "-" ? nil : $0 },
                isLimit: ["418", "429"].contains(row["http status"])
                    || row["case"]?.contains(/^error.*rate limit/) == true)
        }
    }
}
