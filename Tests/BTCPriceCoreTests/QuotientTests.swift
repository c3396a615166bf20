import SampleValues
import Testing

@testable import BTCPriceCore

@Suite struct QuotientTests {
    private static let smallest = "0." + String(repeating: "0", count: 127) + "1"
    private static let largest = String(repeating: "9", count: 28) + String(repeating: "0", count: 127)

    @Test(arguments: [
        ("68901.23", 0, "1451"), ("68901.23", 8, "1451.35290038"), ("1", 0, "100000000"),
        ("100000000", 8, "1.00000000"),
        ("3", 8, "33333333.33333333"), ("0.00000001", 0, "10000000000000000"), ("999999999999.99999999", 4, "0.0001"),
        ("999999999999.99999999", 3, "0.000"),
        // Half to even.
        ("200000000", 0, "0"), ("66666666.66666666666666666666", 0, "2"), ("40000000", 0, "2"), ("28571428.5", 0, "4"),
        ("16000000", 1, "6.2"), ("20000000000000000", 8, "0.00000000"), ("6666666666666666", 8, "0.00000002"),
        // A digit that is far away decides.
        ("199999999.9999999999999999999", 0, "1"), ("200000000.0000000000000000001", 0, "0"),
        ("39999999.99999999999999999999", 0, "3"),
        // The exponents of prices are limited, and so is the length of the result.
        (smallest, 0, "1" + String(repeating: "0", count: 136)), (largest, 8, "0.00000000"),
    ])
    func satoshis_areOneUnitOfCurrencyRoundedHalfToEven(_ price: String, _ decimals: Int, _ text: String) throws {
        let price = try #require(Price(price.utf8))
        #expect(price.satoshis(decimals: decimals).description == text)
    }

    private static let digits28 = "1234567890123456789012345678"

    /// The price before, the price, and the change; nil if it is unknown.
    private static let changes: [(String, before: String, price: String, change: String?)] = [
        ("a fall", "86144.01", "83512.51", "-3.05%"),
        ("a rise", "100", "102.31", "+2.31%"),
        ("less than one percent", "100000", "99580", "-0.42%"),
        ("one decimal", "10", "11.05", "+10.50%"),
        ("no change", "68901.23", "68901.230", "0.00%"),
        ("a rise that is rounded to zero", "100000", "100004.9", "0.00%"),
        ("a fall that is rounded to zero", "100000", "99995.1", "0.00%"),
        ("a rise by half, down to zero", "10000", "10000.5", "0.00%"),
        ("a fall by half, up to zero", "10000", "9999.5", "0.00%"),
        ("a rise by half, up", "10000", "10001.5", "+0.02%"),
        ("a rise by half, down", "10000", "10002.5", "+0.02%"),
        ("a fall by half, down", "10000", "9998.5", "-0.02%"),
        ("a fall by half, up", "10000", "9997.5", "-0.02%"),
        ("a rise by just more than half", "10000", "10000.50000000000000000000001", "+0.01%"),
        ("a fall by just more than half", "10000", "9999.499999999999999999999999", "-0.01%"),
        ("100 times", "0.07", "7", "+9900.00%"),
        ("a hundredth", "7", "0.07", "-99.00%"),
        ("more than 100 times", "1", "100.0000000000000000000000001", nil),
        ("less than a hundredth", "100.0000000000000000000000001", "1", nil),
        ("the largest price after the smallest", smallest, largest, nil),
        ("the smallest price after the largest", largest, smallest, nil),
        ("the smallest price", smallest, smallest, "0.00%"),
        ("the largest price", largest, largest, "0.00%"),
        ("twice a tiny price", "0.00000001", "0.00000002", "+100.00%"),
        ("28 digits, the last one differs", digits28, "\(digits28.dropLast())9", "0.00%"),
        ("28 digits and 27 decimals", "1.\(digits28.dropFirst())", "2.\(digits28.dropFirst())", "+81.00%"),
        ("the price has more decimals", "1", "1.23456789012345678901", "+23.46%"),
        ("the price before has more decimals", "1.23456789012345678901", "1", "-19.00%"),
        ("an integer that ends with zeros", "1000000", "1000123.45", "+0.01%"),
    ]

    @Test(arguments: changes)
    func change_isInPercentOfPriceBeforeRoundedHalfToEven(
        _ condition: String, _ before: String, _ price: String, _ text: String?
    ) throws {
        let (before, price) = (try #require(Price(before.utf8)), try #require(Price(price.utf8)))
        let change = Change(from: before, to: price)
        #expect(change?.description == text)
        #expect(change?.percent == text?.filter { !"+%".contains($0) })
        #expect(change?.isUp == text?.hasPrefix("+"))
        #expect(change?.isDown == text?.hasPrefix("-"))
        let quote = PriceQuote(
            price: price, price24hAgo: before, currency: .usd, pair: "BTCUSDT", timestamp: .now, sourceName: "binance")
        #expect(quote.change == change)
    }
}
