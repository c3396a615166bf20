import BTCPriceCore
import Foundation
import SampleValues
import Testing

@testable import BTCPricePresentation

@Suite struct RenderPriceAndTimestampTests {
    private static let prices: [(digits: String, currency: Currency, decimals: Int?, text: String)] = [
        // The sign or code of the currency, and its decimals.
        ("68901.5", .usd, nil, "$68,901.50"), ("68901.5", .eur, nil, "€68,901.50"),
        ("68901.5", .gbp, nil, "£68,901.50"), ("68901.5", .jpy, nil, "¥68,902"),
        ("68901.5", .chf, nil, "CHF 68,901.50"), ("68901.5", .kwd, nil, "KWD 68,901.500"),
        ("68901.5", .usd, 0, "$68,902"), ("68901.5", .usd, 3, "$68,901.500"), ("68901.5", .jpy, 3, "¥68,901.500"),
        // Groups of three digits.
        ("123", .usd, nil, "$123.00"), ("1234", .usd, nil, "$1,234.00"), ("999.999", .usd, nil, "$1,000.00"),
        ("999999999999.99999999", .usd, nil, "$1,000,000,000,000.00"),
        ("1399123456789.5", .idr, nil, "IDR 1,399,123,456,789.50"),
        ("2265123456789.5", .vnd, nil, "VND 2,265,123,456,790"),
        // Half to even.
        ("1.005", .usd, nil, "$1.00"), ("1.015", .usd, nil, "$1.02"), ("2.5", .usd, 0, "$2"), ("3.5", .usd, 0, "$4"),
        // Under 1: two to eight decimals.
        ("0.5", .usd, nil, "$0.50"), ("0.1234", .usd, nil, "$0.1234"), ("0.00000001", .usd, nil, "$0.00000001"),
        ("0.123456785", .usd, nil, "$0.12345678"), ("0.999999999", .usd, nil, "$1.00"), ("0.5", .jpy, nil, "¥0.50"),
        ("0.5", .usd, 0, "$0.50"), ("0.5", .usd, 4, "$0.5000"), ("0.123456", .usd, 0, "$0.123456"),
        // What would round to zero is printed in full.
        ("0.000000001", .usd, nil, "$0.000000001"), ("0.000000005", .cad, 0, "CAD 0.000000005"),
    ]

    @Test(arguments: prices)
    func execute_rendersPriceAndTimestamp(_ digits: String, _ currency: Currency, _ decimals: Int?, _ text: String)
        throws
    {
        let quote = DeliveredQuote.sample(digits, in: currency).quote
        let (price, timestamp) = RenderPriceAndTimestamp(decimals: .of(decimals)).execute(quote)
        #expect(price == text)
        #expect(timestamp == "2025-10-27T19:56:39Z")
    }

    /// Foundation has those of ISO 4217, but none where nobody uses small coins any more.
    @Test(arguments: Currency.allCases.filter { ![.idr, .pkr].contains($0) })
    func decimals_ofACurrency_areThoseOfItsSmallestUnit(_ currency: Currency) {
        let style = Decimal.FormatStyle.Currency(code: currency.code, locale: Locale(identifier: "en_US_POSIX"))
        let decimals = style.format(1).split(separator: ".").dropFirst().first?.count ?? 0
        #expect(currency.decimals == decimals, "add to Currency+DecimalsAndSymbol.swift: \(currency)")
    }
}
