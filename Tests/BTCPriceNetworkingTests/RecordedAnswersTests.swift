import BTCPriceCore
import BTCPriceJSON
import BTCPriceNetworking
import Foundation
import Testing

/// Every answer in Responses that belongs to one of our sources, mapped as if it had just come.
@Suite struct RecordedAnswersTests {
    struct Recorded: CustomTestStringConvertible {
        let file: String
        let source: String
        let status: Int
        let currency: Currency
        /// Nil: the answer holds no price of ours.
        let price: String?

        var testDescription: String { file }

        var body: [UInt8] {
            get throws { try Array(Data(contentsOf: Recorded.folder.appending(path: file))) }
        }

        static let folder = Bundle.module.resourceURL?.appending(path: "Responses") ?? URL(filePath: "/nonexistent")

        /// Bodies of another endpoint, another pair or another market than the one we ask for.
        private static let foreign = [
            "binance-24hr-2020.json", "binance-us-24hr-zero-2019.json", "kraken-ticker-bcheur-2017.json",
            "cryptocompare-pricemulti-2017.json", "cryptocompare-pricemulti-many-2017.json",
            "cryptocompare-pricemultifull-2017.json",
        ]

        static let all: [Recorded] = {
            let index = (try? String(contentsOf: folder.appending(path: "INDEX.tsv"), encoding: .utf8)) ?? ""
            return index.split(separator: "\n").dropFirst().flatMap { line -> [Recorded] in
                let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                let name = fields[1] == "coinbase-exchange" ? "coinbase" : fields[1]
                let isEuro = fields[0].contains("btceur") || fields[0].contains("xbteur")
                let price = fields[4] == "-" || foreign.contains(fields[0]) ? nil : fields[4]
                let sources = SourceRegistry.exchanges.map(\.name)
                return (name == "generic" ? sources : sources.filter { $0 == name }).map { source in
                    Recorded(
                        file: fields[0], source: source, status: Int(fields[3]) ?? 0, currency: isEuro ? .eur : .usd,
                        price: price)
                }
            }
        }()
    }

    @Test func index_holdsAnswersOfEverySource() {
        #expect(Recorded.all.count >= 50)
        #expect(Recorded.all.filter { $0.price != nil }.count == 20)
        #expect(Set(Recorded.all.filter { $0.price != nil }.map(\.source)).count == SourceRegistry.loaders.count)
    }

    @Test(arguments: Recorded.all)
    func recordedAnswer_givesItsExactDigitsOrAnError(_ recorded: Recorded) throws {
        let body = try recorded.body
        let answer = Result { () throws(PriceLoadingError) in
            try map(body, recorded.status, recorded.source, recorded.currency)
        }
        guard let expected = recorded.price else {
            #expect(throws: PriceLoadingError.self) { try answer.get() }
            return
        }
        #expect(try answer.get() == PriceDigits.price(ofString: expected))
    }

    @Test(arguments: Recorded.all.filter { $0.price != nil })
    func recordedPrice_withAnotherStatus_isRefused(_ recorded: Recorded) throws {
        let body = try recorded.body
        for status in [100, 301, 302, 304, 400, 404, 451, 500, 503] {
            #expect(throws: PriceLoadingError.unexpectedStatus(status)) {
                try map(body, status, recorded.source, recorded.currency)
            }
        }
    }

    @Test(arguments: [
        ("kraken-error-too-many-requests.json", "kraken"),
        ("cryptocompare-error-rate-limit-99-2021.json", "cryptocompare"),
        ("cryptocompare-error-rate-limit-99-2024.json", "cryptocompare"),
    ])
    func limitToldWith200_isALimit(_ file: String, _ source: String) throws {
        let body = try Array(Data(contentsOf: Recorded.folder.appending(path: file)))
        #expect(throws: PriceLoadingError.rateLimited(status: 200, retryAfter: nil)) {
            try map(body, 200, source, .usd)
        }
    }
}

/// What a source makes of an answer.
func map(
    _ body: some Sequence<UInt8>, _ status: Int, _ source: String, _ currency: Currency
) throws(PriceLoadingError) -> Decimal {
    guard let loader = SourceRegistry.loader(named: source), let symbol = loader.exchange.symbols[currency] else {
        throw .invalidData("no such source or currency in this test")
    }
    return try loader.price(
        in: HTTPResponse(status: status, body: Array(body)), for: TradingPair(currency: currency, symbol: symbol))
}
