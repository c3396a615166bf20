import BTCPriceCore
import Testing

@testable import BTCPricePresentation

@Suite struct XbarQuoteFormatterTests {
    private let formatter = XbarQuoteFormatter(FormatOptions())

    @Test func quote_isATitleAndAMenu() throws {
        #expect(
            formatter.text(try .of("68901.23")) == """
                $68,901.23
                ---
                binance BTCUSDT
                2025-10-27T19:56:39Z, 0s old
                Refresh | refresh=true
                """)
    }

    @Test func line_whenStale_isMarkedAfterThePrice() throws {
        #expect(
            formatter.text(
                try .of("68901.5", .jpy, pair: "XBTJPY", source: "kraken", cached: true, stale: true, age: 300))
                    == """
                    ¥68,902 ~
                    ---
                    kraken XBTJPY
                    2025-10-27T19:56:39Z, 5m old
                    Refresh | refresh=true
                    """)
    }

    @Test func line_whenCachedButNotStale_isNotMarked() throws {
        #expect(formatter.text(try .of("7", cached: true, age: 9)).hasPrefix("$7.00\n---\n"))
    }

    @Test func decimals_areThePrices() throws {
        #expect(XbarQuoteFormatter(FormatOptions(decimals: 0)).text(try .of("68901.23")).hasPrefix("$68,901\n"))
    }

    @Test(arguments: Currency.allCases)
    func line_whateverTheQuote_hasNoParameters(_ currency: Currency) throws {
        let lines = formatter.text(try .of("68901.5", currency, cached: true, stale: true)).split(separator: "\n")
        #expect(lines.dropLast().allSatisfy { !$0.contains("|") })
    }
}
