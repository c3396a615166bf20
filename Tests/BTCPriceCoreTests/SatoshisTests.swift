import BTCPriceCore
import Foundation
import TestSupport
import Testing

@Suite struct SatoshisTests {
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
    func satoshis_areOneUnitOfTheCurrencyRoundedHalfToEven(_ price: String, _ decimals: Int, _ text: String) throws {
        let satoshis = try satoshis(price, decimals)
        #expect(satoshis == text)
    }

    /// 10,000 random prices with each number of decimals.
    @Test(.enabled(if: python != nil, "there is no python3"), .timeLimit(.minutes(5)))
    func satoshis_whenThePriceIsRandom_areThoseOfPythonsDecimal() throws {
        var random = SeededGenerator()
        let prices = (0..<10_000).map { _ in Self.price(&random) }
        let expected = try Self.satoshisOfPython(prices)
        try #require(expected.count == prices.count)
        for (price, expected) in zip(prices, expected) {
            let texts = try (0...8).map { try satoshis(price, $0) }.joined(separator: " ")
            guard texts == expected else {
                Issue.record("1 / \(price) is \(texts) instead of \(expected); \(random)")
                return
            }
        }
    }

    private func satoshis(_ price: String, _ decimals: Int) throws -> String {
        try #require(Price(price.utf8), "\(price)").satoshis(decimals: decimals).description
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

    /// One line for each price: the results with 0 to 8 decimals.
    private static func satoshisOfPython(_ prices: [String]) throws -> [Substring] {
        let script = """
            import sys
            from decimal import Decimal, ROUND_HALF_EVEN, getcontext
            getcontext().prec = 500
            for price in sys.argv[1:]:
                satoshis = 10 ** 8 / Decimal(price)
                rounded = [satoshis.quantize(Decimal(1).scaleb(-n), ROUND_HALF_EVEN) for n in range(9)]
                print(*(f"{number:f}" for number in rounded))
            """
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: try #require(python))
        process.arguments = ["-c", script] + prices
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }
}

private let python: String? = {
    let directories = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return directories.map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}()
