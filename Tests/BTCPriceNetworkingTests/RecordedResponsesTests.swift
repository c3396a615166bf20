import BTCPriceCore
import Foundation
import StubExchange
import Testing

@testable import BTCPriceNetworking

/// Every recorded response that one of the sources may send.
@Suite struct RecordedResponsesTests {
    private static let index = "Tests/BTCPriceNetworkingTests/Responses/INDEX.tsv"

    @Test func index_namesSourcesAndTheirCurrencies() {
        for response in RecordedResponse.all where response.source != "-" {
            let isTested = RecordedCase.all.contains { $0.response.file == response.file }
            #expect(isTested, "\(response): \(response.source) is no source, or does not quote this currency")
        }
    }

    @Test func index_hasARowForEachFile() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: RecordedResponse.directory.path)
        let listed = RecordedResponse.all.map(\.file) + ["INDEX.tsv"]
        #expect(files.filter { !listed.contains($0) && !$0.hasPrefix(".") } == [], "add a row to \(Self.index)")
    }

    @Test(arguments: SourceRegistry.all.map(\.name))
    func index_hasAPriceOfEverySource(_ name: String) {
        let hasPrice = RecordedResponse.all.contains { $0.source == name && $0.price != nil }
        #expect(hasPrice, "add a row with the source \(name) and a price to \(Self.index), and its file beside it")
    }

    @Test(arguments: RecordedCase.all.filter { $0.response.price != nil })
    func price_whenResponseContainsOne_isExact(_ recorded: RecordedCase) throws {
        let expected = try #require(recorded.response.printedPrice)
        #expect(recorded.price == .success(expected))
        let body = try recorded.response.body
        let quote = try recorded.source.quote(in: body, receivedAt: recorded.time).get()
        #expect(quote.change?.description == recorded.response.change)
    }

    private static let invalidPricesBefore: [(name: String, literal: String)] = [
        ("a negative price", "\"-1\""), ("zero", "\"0\""), ("null", "null"), ("an object", "{}"),
    ]

    @Test(arguments: SourceCase.onePerSource.filter { $0.fixture.before != nil }, invalidPricesBefore)
    func quote_whenThePriceOf24HoursBeforeIsInvalid_hasNoChangeAndIsNotDoubtful(
        _ source: SourceCase, _ invalid: (name: String, literal: String)
    ) throws {
        let before = source.fixture.literal(try #require(source.fixture.before))
        let literal = source.fixture.priceIsString ? invalid.literal : invalid.literal.replacing("\"", with: "")
        guard case .quote(let quote, nil) = source.result(of: try source.body(replacing: before, with: literal)) else {
            Issue.record("not a quote without an earlier price")
            return
        }
        #expect(quote.price == Price(source.fixture.price.utf8) && quote.change == nil)
    }

    @Test(arguments: RecordedCase.all.filter { $0.response.price == nil })
    func price_whenResponseContainsNone_throwsErrorOfStatus(_ recorded: RecordedCase) {
        let (status, isRateLimit) = (recorded.response.status, recorded.response.isRateLimit)
        let isExpected =
            switch recorded.price {
            case .failure(.rateLimited(_, _, for: nil)): isRateLimit
            case .failure(.blocked("HTTP \(status)", let isCertain)): status == (isCertain ? 451 : 403)
            case .failure(.rejected(let reason)):
                reason.hasPrefix(status == 200 ? "the source reports " : "HTTP \(status)")
                    && ![403, 451].contains(status) && !isRateLimit
            case .failure(.invalidData), .failure(.invalidPrice): status == 200 && !isRateLimit
            default: false
            }
        #expect(isExpected, "\(recorded.price)")
    }
}

/// A recorded response for one source.
struct RecordedCase: Sendable, CustomTestStringConvertible {
    let response: RecordedResponse
    let source: SourceCase

    var testDescription: String { "\(response) as \(source.testDescription)" }

    var price: Result<String, PriceLoadingError> {
        source.price(in: (try? response.body) ?? [], status: response.status, receivedAt: time)
    }

    /// That of its price.
    var time: Timestamp {
        (try? response.body).flatMap { source.time(in: $0) }.flatMap { Timestamp($0) } ?? .now
    }

    /// Every recorded response once, or once for each source if any source may send it.
    static let all = RecordedResponse.all.flatMap { response in
        let sources =
            response.source == "*"
            ? SourceCase.onePerSource
            : Array(
                SourceCase.all.filter { source in
                    source.name == response.source && response.currency ?? source.code == source.code
                }.prefix(1))
        return sources.map { RecordedCase(response: response, source: $0) }
    }
}
