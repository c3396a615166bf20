import Foundation
import TestSupport
import Testing

@testable import BTCPriceCore

/// Random prices, satoshis and changes, checked with Foundation's `Decimal`, whose products are exact up to 38 digits.
@Suite struct RoundingTests {
    @Test func pricesSatoshisAndChanges_areRoundedHalfToEven() throws {
        var generator = SeededGenerator()
        for number in 0..<3000 {
            let (beforeText, priceText) = Self.pair(number % 3, &generator)
            let comment: Comment = "\(beforeText) and \(priceText); \(generator)"
            let (before, price) = (try #require(Price(beforeText.utf8)), try #require(Price(priceText.utf8)))
            let (past, now) = (try #require(Decimal(string: beforeText)), try #require(Decimal(string: priceText)))
            for decimals in 0...8 {
                let digits = price.digits.rounded(to: decimals).description
                try #require(isRounded(digits, now, dividedBy: 1, decimals), comment)
                let satoshis = price.satoshis(decimals: decimals).description
                try #require(isRounded(satoshis, 100_000_000, dividedBy: now, decimals), comment)
            }
            let change = Change(from: before, to: price)
            guard let change else {
                try #require(max(past, now) > 100 * min(past, now), comment)
                continue
            }
            try #require(max(past, now) < 101 * min(past, now), comment)
            try #require(isRounded(change.percent, (now - past) * 100, dividedBy: past, 2), comment)
            try #require(Change(change.percent.utf8) == change, "it is read as it is written")
        }
    }

    /// Whether a text with this many decimals is the nearest one to the quotient, or the even one of two.
    private func isRounded(_ text: String, _ dividend: Decimal, dividedBy divisor: Decimal, _ decimals: Int) -> Bool {
        guard let rounded = Decimal(string: text), let last = text.last?.wholeNumberValue,
            text.split(separator: ".").dropFirst().first?.count ?? 0 == decimals
        else { return false }
        let twiceTheError = 2 * abs(rounded * divisor - dividend)
        let unit = divisor * Decimal(sign: .plus, exponent: -decimals, significand: 1)
        return twiceTheError < unit || twiceTheError == unit && last.isMultiple(of: 2)
    }

    /// The price of 24 hours before, and the price.
    private static func pair(_ kind: Int, _ generator: inout SeededGenerator) -> (before: String, price: String) {
        func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
        switch kind {
        case 0:
            // Prices of bitcoin in some currency. The numbers of digits differ by at most three.
            let digits = random(1...6)
            let prices = (0...1).map { _ in
                let integer = String(random(0...999)) + (0..<digits).map { _ in String(random(0...9)) }.joined()
                return "\(integer).\((0..<random(0...7)).map { _ in String(random(0...9)) }.joined())\(random(1...9))"
            }
            return (prices[0], prices[1])
        case 1:
            // Of powers of two and five, a quotient ends: many are halfway.
            let prices = (0...1).map { _ in
                String((0..<random(1...16)).reduce(1) { product, _ in product * (random(0...1) == 0 ? 2 : 5) })
            }
            return (prices[0], prices[1])
        default:
            // The change is halfway between two of its values.
            let unit = random(1...1_000_000_000)
            return (String(unit * 20_000), String(unit * (2 * random(9000...11_000) + 1)))
        }
    }
}
