import Foundation
import TestSupport
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

    /// One digit more than `decimals` and one that says whether there are others.
    @Test(arguments: [
        ("1", "4", 2, "0.2500"), ("1", "3", 2, "0.3331"), ("2", "3", 0, "0.61"), ("100", "1", 0, "100.00"),
        ("1", "100", 4, "0.010000"), ("0.3", "0.0001", 1, "3000.000"),
        // More decimals, since the dividend has them already.
        ("1.23456789", "1", 0, "1.234567890"), ("1.23456789", "7", 0, "0.176366841"),
    ])
    func quotient_endsWithDigitForTheRest(_ price: String, _ divisor: String, _ decimals: Int, _ text: String) throws {
        let (price, divisor) = (try #require(Price(price.utf8)), try #require(Price(divisor.utf8)))
        #expect(price.quotient(by: divisor, decimals: decimals).description == text)
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
            price: price, priceBefore: before, currency: .usd, pair: "BTCUSDT", timestamp: .now, source: "binance")
        #expect(quote.change == change)
    }

    @Test func change_whenPriceBeforeIsUnknown_isNil() {
        #expect(PriceQuote.from("coinbase").change == nil)
    }

    /// 10,000 random pairs: the satoshis of the price with each number of decimals, and the change.
    @Test(.enabled(if: isSoak, "part of scripts/soak"), .timeLimit(.minutes(5)))
    func satoshisAndChange_whenPricesAreRandom_areThoseOfPythonsDecimal() throws {
        var random = SeededGenerator()
        let pairs = (0..<10_000).map { _ in Self.pair(&random) }
        let expected = try Self.linesOfPython(pairs.flatMap { [$0.before, $0.price] })
        try #require(expected.count == pairs.count)
        for (pair, expected) in zip(pairs, expected) {
            let before = try #require(Price(pair.before.utf8), "\(pair)")
            let price = try #require(Price(pair.price.utf8), "\(pair)")
            let satoshis = (0...8).map { price.satoshis(decimals: $0).description }.joined(separator: " ")
            let line = "\(satoshis) \(Change(from: before, to: price)?.description ?? "unknown")"
            guard line == expected else {
                Issue.record("\(pair): \(line) instead of \(expected); \(random)")
                return
            }
        }
    }

    /// Most changes are known, and some are halfway.
    private static func pair(_ random: inout SeededGenerator) -> (before: String, price: String) {
        let price = price(&random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return (Self.price(&random), price)
        case 1:
            let unit = Int.random(in: 1...1_000_000_000, using: &random)
            return ("\(unit * 20_000)", "\(unit * (Int.random(in: 9000...11_000, using: &random) * 2 + 1))")
        default:
            // The same first and last digit, and no more of them than before zeros at the end.
            let end = price.utf8.count - 1
            let begin = Int.random(in: 1...max(1, end), using: &random)
            let before = price.enumerated().map { position, digit in
                position < begin || position >= end || digit == "." || digit == "0"
                    ? digit : Character("\(Int.random(in: 0...9, using: &random))")
            }
            return (String(before), price)
        }
    }

    /// Most are prices of bitcoin in some currency; some have all the digits, or a reciprocal that ends.
    private static func price(_ random: inout SeededGenerator) -> String {
        func digits(_ count: ClosedRange<Int>, _ values: ClosedRange<Int> = 0...9) -> String {
            (0..<Int.random(in: count, using: &random)).map { _ in "\(Int.random(in: values, using: &random))" }
                .joined()
        }
        let first = digits(1...1, 1...9)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: return first + digits(0...7) + "." + digits(1...8)
        case 5, 6:
            // Powers of two and five: many results are halfway.
            let factors = (0..<Int.random(in: 1...27, using: &random)).map { _ in Bool.random(using: &random) ? 2 : 5 }
            return "\(factors.reduce(1 as UInt64) { $0 * UInt64($1) })" + digits(0...8, 0...0)
        case 7: return "0." + digits(0...27, 0...0) + digits(8...8) + first
        case 8: return first + digits(27...27) + digits(0...9, 0...0)
        default: return first + digits(9...9) + "." + digits(17...17) + first
        }
    }

    /// One line for each pair: the satoshis with 0 to 8 decimals, and the change.
    private static func linesOfPython(_ pairs: [String]) throws -> [Substring] {
        let script = """
            import sys
            from decimal import Decimal, ROUND_HALF_EVEN, getcontext
            getcontext().prec = 500
            def rounded(number, decimals):
                return number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN)
            prices = [Decimal(price) for price in sys.argv[1:]]
            for before, price in zip(prices[::2], prices[1::2]):
                change = rounded((price - before) / before * 100, 2)
                is_known = max(before, price) <= 100 * min(before, price)
                text = f"{change:+f}%" if change else "0.00%"
                satoshis = [f"{rounded(10 ** 8 / price, decimals):f}" for decimals in range(9)]
                print(*satoshis, text if is_known else "unknown")
            """
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: try #require(python))
        process.arguments = ["-c", script] + pairs
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }
}

private let isSoak = ProcessInfo.processInfo.environment["BTCQ_SOAK"] != nil

private let python: String? = {
    let directories = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return directories.map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}()
