import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import Testing

@testable import BTCQCommand

/// The man page and the README show the output, the messages and the exit statuses verbatim.
@Suite struct DocumentationOutputTests {
    private let manual: DocumentationManual
    private let readme: DocumentationReadme

    init() throws {
        manual = try DocumentationManual()
        readme = try DocumentationReadme()
    }

    @Test func formats_areListedInOrder() {
        let names = FormatRegistry.formats.map(\.name)
        let heads = manual.section("OUTPUT FORMATS").items.map(\.head)
        #expect(heads.filter { $0.hasPrefix("Cm ") } == names.map { "Cm \($0)" })
        #expect(readme.section("Use").rows(below: "format").map(\.first) == names.map { "`\($0)`" })
    }

    @Test(arguments: FormatRegistry.formats.map(\.name))
    func manual_showsEachFormatVerbatim(_ name: String) throws {
        let format = try #require(FormatRegistry.format(named: name.utf8))
        let item = try #require(manual.section("OUTPUT FORMATS").items.first { $0.head == "Cm \(name)" })
        let shown = DocumentationManual.shown(item.body)
        let text = String(decoding: format.line(for: try Sample.live(), decimals: nil), as: UTF8.self)
        let lines = [format.header].compactMap(\.self) + text.split(separator: "\n").map(String.init)
        for line in lines where !line.hasPrefix("#") {
            #expect(shown.contains(DocumentationManual.shown([line])), "\(line)")
        }
        #expect(item.says("always exact") == format.isAlwaysExact)
        #expect(item.says("Implies Fl stale-ok") == format.impliesStaleOK)
    }

    @Test func text_isShownInEveryCurrencyAndCached() throws {
        let formatter = FormatRegistry.formats[0]
        let cached = String(decoding: formatter.line(for: try Sample.stale(), decimals: nil), as: UTF8.self)
        let item = try #require(manual.items.first { $0.head == "Cm \(FormatRegistry.formats[0].name)" })
        #expect(DocumentationManual.shown(item.body).contains(DocumentationManual.shown([cached])))
        #expect(readme.code("console").contains { $0.hasSuffix(" (cached, 5m old)") })

        let prices = try Currency.allCases.map { currency in
            let line = formatter.line(for: try Sample.live(price: "90000", in: currency), decimals: nil)
            return try #require(String(decoding: line, as: UTF8.self).split(separator: " 20").first.map(String.init))
        }
        #expect(item.body.contains { DocumentationManual.shown([$0]) == ".Dl" + DocumentationManual.shown(prices) })
    }

    @Test func readme_startsWithALineOfText() throws {
        let line = FormatRegistry.formats[0].line(for: try Sample.live(), decimals: nil)
        #expect(readme.code("console").first == "$ btcq")
        #expect(readme.code("console").dropFirst().first == String(decoding: line, as: UTF8.self))
    }

    @Test func placeholders_areListedInOrder() {
        let heads = manual.section("OUTPUT FORMATS").items.map(\.head).filter { $0.hasPrefix("Li ") }
        #expect(heads == Template.placeholders.map { "Li \($0)" })
    }

    @Test func statuses_areListed() {
        let statuses = ExitStatus.allCases.map { "\($0.rawValue)" }
        #expect(manual.section("EXIT STATUS").items.map(\.head) == statuses)
        #expect(readme.section("Use").rows(below: "status").map(\.first) == statuses)
        for status in ExitStatus.allCases {
            #expect(HelpText.text.contains("\n  \(status.rawValue)  \(status.meaning)\n"))
        }
    }

    @Test(arguments: BackoffEntry.Reason.allCases)
    func backoffReasons_areListedWithTheirTimes(_ reason: BackoffEntry.Reason) throws {
        let name = reason.rawValue.replacing("-", with: " ")
        let item = try #require(manual.section("FILES").items.first { $0.head == name })
        #expect(item.says("\(Age(reason.maxDuration))"))
    }

    @Test(arguments: [BackoffEntry.Reason.rateLimited, .failed])
    func skippedSources_areExplained(_ reason: BackoffEntry.Reason) {
        let message = PriceLoadingError.skipped(.seconds(8), because: reason).text(otherSource: nil)
        #expect(manual.section("DIAGNOSTICS").items.contains { $0.head == "Li \(message)" }, "\(message)")
    }

    @Test func blockedSource_isExplained() {
        let message = PriceLoadingError.blocked.text(otherSource: "kraken")
        #expect(manual.section("DIAGNOSTICS").items.contains { $0.head == "Li \(message)" }, "\(message)")
    }

    @Test func defaultMaxAgeOfBackground_isDocumented() throws {
        let item = try #require(manual.items.first { $0.head.hasSuffix("Fl Fl background") })
        #expect(item.says("\(Age(CachePolicy.defaultBackgroundMaxAge)) unless it is given"))
    }

    @Test func messages_areShownVerbatim() throws {
        let failed = [SourceReport(source: "binance", .unexpectedStatus(500)), Sample.silent]
        let refused = [SourceReport(source: "binance", .networkFailure("connection refused")), Sample.silent]
        let stale = try warning(.stale(Sample.live().quote, Age(.seconds(300)), because: .failed(failed)))
        let none = try warning(.noQuote(because: .failed(refused), .noneStored))
        let diagnostics = manual.section("DIAGNOSTICS").shown
        for line in [stale, none] { #expect(diagnostics.contains(DocumentationManual.shown([line])), "\(line)") }
        #expect(readme.code("console").contains(stale))
    }

    private func warning(_ outcome: Outcome) throws -> String {
        let messages = Messages(
            outcome: outcome, diagnostics: Diagnostics(), sources: ["binance", "coinbase"], otherSource: nil)
        return "btcq: \(try #require(messages.warnings.first))"
    }
}

/// The quote of the examples.
private enum Sample {
    static let silent = SourceReport(source: "coinbase", .timedOut(after: .seconds(5)))

    static func live(price: String = "68901.23", in currency: Currency = .usd) throws -> DeliveredQuote {
        DeliveredQuote(quote: try quote(price, currency), isCached: false, isStale: false, age: Age(.zero))
    }

    static func stale() throws -> DeliveredQuote {
        DeliveredQuote(quote: try quote("68901.23", .usd), isCached: true, isStale: true, age: Age(.seconds(300)))
    }

    private static func quote(_ price: String, _ currency: Currency) throws -> PriceQuote {
        let source = try #require(try SourceRegistry.exchange(named: defaultSources()[0].utf8))
        let pair = try #require(source.pair(in: .usd))
        return PriceQuote(
            price: try #require(Price(price.utf8)), currency: currency, pair: pair.name,
            timestamp: try #require(Timestamp(iso8601: Array("2025-10-27T19:56:39.123Z".utf8))), source: source.name)
    }
}
