import BTCPriceCore
import Foundation
import SampleValues
import Testing

@testable import BTCPricePresentation

@Suite struct QuoteFormatterTests {
    private static func quote(_ state: String) throws -> DeliveredQuote {
        switch state {
        case "live": .sample("68901.2300", change: "2.31")
        case "fresh": .sample("7", in: .eur, pair: "BTC/EUR", from: "bitstamp", .fresh, age: 61)
        default:
            .sample("68901.5", change: "-1.57", in: .jpy, pair: "XBTJPY", from: "kraken", .stale, age: 300)
        }
    }

    private static let metrics = """
        # HELP btcq_price Price of one bitcoin.
        # TYPE btcq_price gauge
        btcq_price{LABELS} PRICE
        # HELP btcq_quote_timestamp_seconds When the quote was received, in seconds since 1970.
        # TYPE btcq_quote_timestamp_seconds gauge
        btcq_quote_timestamp_seconds{LABELS} 1761594999
        # HELP btcq_quote_stale 1 if the quote is stale, 0 otherwise.
        # TYPE btcq_quote_stale gauge
        btcq_quote_stale{LABELS} STALE

        """

    private static func metrics(_ labels: String, _ price: String, _ stale: String) -> String {
        metrics.replacing("LABELS", with: labels).replacing("PRICE", with: price).replacing("STALE", with: stale)
    }

    /// A live, a fresh and a stale quote. Lines of `xbar` are separated by `;`.
    private static let outputs = [
        "text": """
        $68,901.23 2025-10-27T19:56:39Z binance BTCUSDT
        €7.00 2025-10-27T19:56:39Z bitstamp BTC/EUR (cached, 1m old)
        ¥68,902 2025-10-27T19:56:39Z kraken XBTJPY (cached, 5m old)
        """,
        "number": "68901.23\n7\n68901.5",
        "json": #"""
        {"price":68901.23,"currency":"USD","pair":"BTCUSDT","timestamp":"2025-10-27T19:56:39Z","source":"binance",\#
        "cached":false,"stale":false,"age":0,"change_24h_percent":2.31}
        {"price":7,"currency":"EUR","pair":"BTC/EUR","timestamp":"2025-10-27T19:56:39Z","source":"bitstamp",\#
        "cached":true,"stale":false,"age":61,"change_24h_percent":null}
        {"price":68901.5,"currency":"JPY","pair":"XBTJPY","timestamp":"2025-10-27T19:56:39Z","source":"kraken",\#
        "cached":true,"stale":true,"age":300,"change_24h_percent":-1.57}
        """#,
        "csv": """
        2025-10-27T19:56:39Z,68901.23,USD,BTCUSDT,binance,false,false,0,2.31
        2025-10-27T19:56:39Z,7,EUR,BTC/EUR,bitstamp,true,false,61,
        2025-10-27T19:56:39Z,68901.5,JPY,XBTJPY,kraken,true,true,300,-1.57
        """,
        "short": "$68,901.23\n€7.00\n¥68,902 (5m old)",
        "waybar": """
        {"text":"$68,901.23","alt":"fresh","class":["fresh","up"],"tooltip":"binance BTCUSDT, 0s old, +2.31% in 24h"}
        {"text":"€7.00","alt":"fresh","class":["fresh"],"tooltip":"bitstamp BTC/EUR, 1m old"}
        {"text":"¥68,902 (5m old)","alt":"stale","class":["stale","down"],\
        "tooltip":"kraken XBTJPY, 5m old, -1.57% in 24h"}
        """,
        "xbar": """
        $68,901.23;---;binance BTCUSDT;2025-10-27T19:56:39Z, 0s old;+2.31% in 24h;Refresh | refresh=true
        €7.00;---;bitstamp BTC/EUR;2025-10-27T19:56:39Z, 1m old;Refresh | refresh=true
        ¥68,902 (5m old);---;kraken XBTJPY;2025-10-27T19:56:39Z, 5m old;-1.57% in 24h;Refresh | refresh=true
        """,
        "prometheus": metrics(#"currency="USD",pair="BTCUSDT",source="binance""#, "68901.23", "0")
            + metrics(#"currency="EUR",pair="BTC/EUR",source="bitstamp""#, "7", "0")
            + metrics(#"currency="JPY",pair="XBTJPY",source="kraken""#, "68901.5", "1"),
    ]

    @Test(arguments: Set(outputs.keys).union(FormatRegistry.formats.map(\.name)).sorted())
    func lines_whenLiveFreshOrStale_areThoseOfTheFormat(_ name: String) throws {
        let format = try #require(
            FormatRegistry.formats.first { $0.name == name }, "add \(name) to FormatRegistry.formats")
        let expected = try #require(Self.outputs[name], "add the lines of \(name) to QuoteFormatterTests.outputs")
        let texts = try ["live", "fresh", "stale"].map { format.text(try Self.quote($0)) }
        let lines = texts.map { name == "xbar" ? $0.replacing("\n", with: ";") : $0 }.joined(separator: "\n")
        // A failure shows the line that differs.
        #expect(lines.split(separator: "\n") == expected.split(separator: "\n"))
    }

    @Test(arguments: [
        ("68901.23", 0, "68901"), ("68901.5", 0, "68902"), ("68902.5", 0, "68902"), ("68901", 2, "68901.00"),
        ("0.5", 0, "0.5"), ("0.00000000012", 8, "0.00000000012"),
    ])
    func number_withDecimals_isRoundedHalfToEvenButNotToZero(_ sent: String, _ decimals: Int, _ digits: String) throws {
        let text = QuoteFormatter.number.text(.sample(sent), decimals: decimals)
        #expect(text == digits)
    }

    /// Neither JSON nor Pango markup nor xbar's parameters need escapes.
    @Test func line_inEveryCurrency_needsNoEscapes() throws {
        for currency in Currency.allCases {
            let quote = DeliveredQuote.sample("68901.5", change: "0.00", in: currency, .stale, age: 60)
            let json = try JSONSerialization.jsonObject(with: Data(QuoteFormatter.json.render(quote, nil)))
            #expect((json as? [String: Any])?.count == 9)
            let waybar = QuoteFormatter.waybar.text(quote)
            let texts = try JSONSerialization.jsonObject(with: Data(waybar.utf8)) as? [String: Any]
            #expect(
                texts?["class"] as? [String] == ["stale"] && !waybar.contains { "<>&\n".contains($0) }, "\(waybar)")
            #expect(!QuoteFormatter.xbar.text(quote).split(separator: "\n").dropLast().contains { $0.contains("|") })
        }
    }
}
