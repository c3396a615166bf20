import BTCPriceCore
import Testing

/// `RoundingTests` has random ones.
@Suite struct ChangeTests {
    private static let smallest = "0." + String(repeating: "0", count: 127) + "1"
    private static let largest = String(repeating: "9", count: 28) + String(repeating: "0", count: 127)

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let before: String
        let price: String
        /// Nil if it is unknown.
        let change: String?

        init(_ condition: String, before: String, price: String, _ change: String?) {
            (testDescription, self.before, self.price, self.change) = (condition, before, price, change)
        }
    }

    @Test(arguments: [
        Case("a fall", before: "86144.01", price: "83512.51", "-3.05%"),
        Case("a rise", before: "100", price: "102.31", "+2.31%"),
        Case("just more than that", before: "10000", price: "9999.499999999999999999999999", "-0.01%"),
        Case("100 times", before: "0.07", price: "7", "+9900.00%"),
        Case("a hundredth", before: "7", price: "0.07", "-99.00%"),
        Case("more than 100 times", before: "1", price: "100.0001", nil),
        Case("less than a hundredth", before: "101", price: "1", nil),
        Case("the largest price after the smallest", before: smallest, price: largest, nil),
    ])
    func change_isInPercentOfPriceBeforeRoundedHalfToEven(_ test: Case) throws {
        let (before, price) = (try #require(Price(test.before.utf8)), try #require(Price(test.price.utf8)))
        let change = Change(from: before, to: price)
        #expect(change?.description == test.change)
        #expect(change?.percent == test.change?.filter { !"+%".contains($0) })
        #expect(change?.isUp == test.change?.hasPrefix("+") && change?.isDown == test.change?.hasPrefix("-"))
    }

    /// As it is stored.
    @Test(arguments: [
        ("2.31", true), ("-0.42", true), ("0.00", true), ("9900.00", true), ("-99.00", true), ("", false), ("-", false),
        ("2.3", false), ("2.310", false), ("02.31", false), ("+2.31", false), ("-0.00", false), ("2,31", false),
        (".31", false), ("2-31", false), ("9900.01", false), ("-99.01", false), ("2.31 ", false), ("1e2", false),
    ])
    func change_isReadOnlyAsItIsWritten(_ text: String, _ isRead: Bool) {
        #expect(Change(text.utf8)?.percent == (isRead ? text : nil))
    }
}
