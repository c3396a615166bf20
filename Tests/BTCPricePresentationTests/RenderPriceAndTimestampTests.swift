import BTCPriceCore
import Testing

@testable import BTCPricePresentation

@Suite struct RenderPriceAndTimestampTests {
    @Test func quote_isRenderedAsPriceAndTimestamp() throws {
        let (price, timestamp) = RenderPriceAndTimestamp().execute(try DeliveredQuote.of("68901.23").quote)
        #expect(price == "$68,901.23" && timestamp == "2025-10-27T19:56:39Z")
    }

    @Test(
        arguments: [
            (.usd, "$68,901.50"), (.eur, "€68,901.50"), (.gbp, "£68,901.50"), (.jpy, "¥68,902"),
            (.cad, "CAD 68,901.50"), (.chf, "CHF 68,901.50"), (.aud, "AUD 68,901.50"),
        ] as [(Currency, String)])
    func price_hasTheSignOrCodeAndTheDecimalsOfTheCurrency(_ currency: Currency, _ text: String) throws {
        #expect(try render("68901.5", currency) == text)
    }

    @Test(
        arguments: [
            (.usd, "$68,902", "$68,901.500"), (.jpy, "¥68,902", "¥68,901.500"), (.cad, "CAD 68,902", "CAD 68,901.500"),
        ] as [(Currency, String, String)])
    func decimals_whenGiven_replaceTheCurrencysDefault(_ currency: Currency, _ none: String, _ three: String) throws {
        #expect(try render("68901.5", currency, decimals: 0) == none)
        #expect(try render("68901.5", currency, decimals: 3) == three)
    }

    @Test(arguments: [
        ("68901.23", "$68,901.23"), ("1", "$1.00"), ("12", "$12.00"), ("123", "$123.00"), ("1234", "$1,234.00"),
        ("12345", "$12,345.00"), ("123456.7", "$123,456.70"), ("1234567", "$1,234,567.00"), ("999.999", "$1,000.00"),
        ("999999999999.99999999", "$1,000,000,000,000.00"), ("68901.22999999998976", "$68,901.23"), ("9.995", "$10.00"),
        ("99999.995", "$100,000.00"), ("1000000000000000000000000000", "$1,000,000,000,000,000,000,000,000,000.00"),
    ])
    func price_isGroupedByThousandsWithTwoDecimals(_ digits: String, _ text: String) throws {
        #expect(try render(digits) == text)
    }

    @Test(arguments: [
        ("1.005", 2, "$1.00"), ("1.015", 2, "$1.02"), ("1.025", 2, "$1.02"), ("1.0250000000000001", 2, "$1.03"),
        ("1.0249999999999999", 2, "$1.02"), ("1.5", 0, "$2"), ("2.5", 0, "$2"), ("3.5", 0, "$4"), ("10.5", 0, "$10"),
        ("99.5", 0, "$100"), ("2.51", 0, "$3"), ("2.49", 0, "$2"), ("1.000000005", 8, "$1.00000000"),
        ("1.000000015", 8, "$1.00000002"),
    ])
    func price_whenHalfway_isRoundedToEven(_ digits: String, _ decimals: Int, _ text: String) throws {
        #expect(try render(digits, decimals: decimals) == text)
    }

    @Test(arguments: [
        ("0.5", "$0.50"), ("0.10", "$0.10"), ("0.12", "$0.12"), ("0.1234", "$0.1234"), ("0.00000001", "$0.00000001"),
        ("0.123456785", "$0.12345678"), ("0.123456789", "$0.12345679"), ("0.999999994", "$0.99999999"),
        ("0.999999999", "$1.00"), ("0.000000006", "$0.00000001"),
    ])
    func price_whenLessThanOne_hasTwoToEightDecimals(_ digits: String, _ text: String) throws {
        #expect(try render(digits) == text)
    }

    @Test(
        arguments: [
            ("0.5", .jpy, nil, "¥0.50"), ("0.5", .usd, 0, "$0.50"), ("0.5", .usd, 4, "$0.5000"),
            ("0.123456", .usd, 0, "$0.123456"),
            ("0.5", .cad, 8, "CAD 0.50000000"),
        ] as [(String, Currency, Int?, String)])
    func price_whenLessThanOne_hasAtLeastTheGivenDecimals(
        _ digits: String, _ currency: Currency, _ decimals: Int?, _ text: String
    ) throws {
        #expect(try render(digits, currency, decimals: decimals) == text)
    }

    @Test(arguments: ["0.000000001", "0.000000005", "0.0000000000000000000000000001"])
    func price_whenItWouldRoundToZero_isPrintedInFull(_ digits: String) throws {
        #expect(try render(digits) == "$\(digits)")
        #expect(try render(digits, .cad, decimals: 0) == "CAD \(digits)")
    }

    @Test(arguments: [
        ("68901.23", 0, "$68,901"), ("68901.23", 1, "$68,901.2"), ("68901.23", 8, "$68,901.23000000"),
        ("0.5", 2, "$0.50"),
        ("0.5", 1, "$0.5"), ("0.6", 0, "$1"), ("0.5", 0, "$0.5"), ("0.004", 2, "$0.004"), ("0.006", 2, "$0.01"),
        ("1234.5", 0, "$1,234"),
    ])
    func price_whenDecimalsAreInThePlaceholder_hasExactlyThoseButNeverRoundsToZero(
        _ digits: String, _ decimals: Int, _ text: String
    ) throws {
        #expect(RenderPriceAndTimestamp.price(of: try DeliveredQuote.of(digits).quote, decimals: decimals) == text)
    }

    private func render(_ digits: String, _ currency: Currency = .usd, decimals: Int? = nil) throws -> String {
        RenderPriceAndTimestamp(FormatOptions(decimals: decimals)).price(
            of: try DeliveredQuote.of(digits, currency).quote)
    }
}
