import BTCPriceCore
import SampleValues
import Testing

@testable import BTCPricePresentation

@Suite struct RenderPriceAndTimestampTests {
    private static let prices: [(digits: String, currency: Currency, decimals: Int?, text: String)] = [
        // The sign or code of the currency, and its decimals.
        ("68901.5", .usd, nil, "$68,901.50"), ("68901.5", .eur, nil, "€68,901.50"),
        ("68901.5", .gbp, nil, "£68,901.50"),
        ("68901.5", .jpy, nil, "¥68,902"), ("68901.5", .cad, nil, "CAD 68,901.50"),
        ("68901.5", .chf, nil, "CHF 68,901.50"), ("68901.5", .aud, nil, "AUD 68,901.50"),
        ("68901.5", .usd, 0, "$68,902"), ("68901.5", .usd, 3, "$68,901.500"), ("68901.5", .jpy, 3, "¥68,901.500"),
        // Groups of three digits.
        ("1", .usd, nil, "$1.00"), ("12", .usd, nil, "$12.00"), ("123", .usd, nil, "$123.00"),
        ("1234", .usd, nil, "$1,234.00"), ("12345", .usd, nil, "$12,345.00"), ("123456.7", .usd, nil, "$123,456.70"),
        ("1234567", .usd, nil, "$1,234,567.00"), ("999.999", .usd, nil, "$1,000.00"),
        ("999999999999.99999999", .usd, nil, "$1,000,000,000,000.00"),
        // Half to even.
        ("1.005", .usd, nil, "$1.00"), ("1.015", .usd, nil, "$1.02"), ("1.0250000000000001", .usd, nil, "$1.03"),
        ("2.5", .usd, 0, "$2"), ("3.5", .usd, 0, "$4"), ("1.000000005", .usd, 8, "$1.00000000"),
        // Under 1: two to eight decimals.
        ("0.5", .usd, nil, "$0.50"), ("0.12", .usd, nil, "$0.12"), ("0.1234", .usd, nil, "$0.1234"),
        ("0.00000001", .usd, nil, "$0.00000001"), ("0.123456785", .usd, nil, "$0.12345678"),
        ("0.123456789", .usd, nil, "$0.12345679"), ("0.999999994", .usd, nil, "$0.99999999"),
        ("0.999999999", .usd, nil, "$1.00"), ("0.000000006", .usd, nil, "$0.00000001"),
        ("0.5", .jpy, nil, "¥0.50"), ("0.5", .usd, 0, "$0.50"), ("0.5", .usd, 4, "$0.5000"),
        ("0.123456", .usd, 0, "$0.123456"), ("0.5", .cad, 8, "CAD 0.50000000"),
        // What would round to zero is printed in full.
        ("0.000000001", .usd, nil, "$0.000000001"), ("0.000000005", .cad, 0, "CAD 0.000000005"),
        ("0.0000000000000000000000000001", .usd, 8, "$0.0000000000000000000000000001"),
    ]

    @Test(arguments: Currency.allCases) func currency_hasARowHere(_ currency: Currency) {
        #expect(Self.prices.contains { $0.currency == currency }, "add \(currency.code) to \(Self.self).prices")
    }

    @Test(arguments: prices)
    func execute_rendersPriceAndTimestamp(_ digits: String, _ currency: Currency, _ decimals: Int?, _ text: String)
        throws
    {
        let quote = DeliveredQuote.sample(digits, in: currency).quote
        let (price, timestamp) = RenderPriceAndTimestamp(decimals: .of(decimals)).execute(quote)
        #expect(price == text)
        #expect(timestamp == "2025-10-27T19:56:39Z")
    }
}
