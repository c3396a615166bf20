import BTCPriceCore
import Foundation
import TestSupport
import Testing

@Suite struct SatoshisTests {
    @Test(arguments: [
        ("68901.23", 0, "1451"), ("68901.23", 2, "1451.35"), ("68901.23", 8, "1451.35290038"), ("1", 0, "100000000"),
        ("100000000", 0, "1"), ("100000000", 8, "1.00000000"), ("3", 0, "33333333"), ("3", 8, "33333333.33333333"),
        ("0.00000001", 0, "10000000000000000"), ("999999999999.99999999", 0, "0"),
        ("999999999999.99999999", 4, "0.0001"), ("999999999999.99999999", 3, "0.000"),
    ])
    func satoshis_areOneUnitOfTheCurrencyWithExactlyTheDecimals(
        _ price: String, _ decimals: Int, _ text: String
    ) throws {
        #expect(try satoshis(price, decimals) == text)
    }

    @Test(arguments: [
        ("200000000", 0, "0"), ("66666666.66666666666666666666", 0, "2"), ("40000000", 0, "2"), ("28571428.5", 0, "4"),
        ("16000000", 1, "6.2"), ("64000000", 3, "1.562"), ("12500000000000000", 8, "0.00000001"),
        ("10000000000000000", 8, "0.00000001"), ("20000000000000000", 8, "0.00000000"),
        ("6666666666666666", 8, "0.00000002"),
        // A digit that is far away decides.
        ("199999999.9999999999999999999", 0, "1"), ("200000000.0000000000000000001", 0, "0"),
        ("39999999.99999999999999999999", 0, "3"),
    ])
    func satoshis_whenHalfway_areRoundedToEven(_ price: String, _ decimals: Int, _ text: String) throws {
        #expect(try satoshis(price, decimals) == text)
    }

    /// The exponents of prices are limited, and so is the length of the result.
    @Test func satoshis_whenThePriceIsAsSmallOrLargeAsItCanBe_areExact() throws {
        let smallest = "0." + String(repeating: "0", count: 127) + "1"
        #expect(try satoshis(smallest, 0) == "1" + String(repeating: "0", count: 136))
        let largest = String(repeating: "9", count: 28) + String(repeating: "0", count: 127)
        #expect(try satoshis(largest, 8) == "0.00000000")
    }

    /// 10,000 random prices with each number of decimals.
    @Test(
        .enabled(if: python != nil, "there is no python3"), .timeLimit(.minutes(5)))
    func satoshis_whenThePriceIsRandom_areThoseOfPythonsDecimal() throws {
        var generator = SeededGenerator()
        let prices = (0..<10_000).map { _ in Self.randomPrice(&generator) }
        let expected = try Self.resultsOfPython(prices)
        try #require(expected.count == prices.count)
        for (price, expected) in zip(prices, expected) {
            let texts = try (0...8).map { try satoshis(price, $0) }
            #expect(texts.joined(separator: " ") == expected, "1 / \(price), \(generator)")
        }
    }

    private func satoshis(_ price: String, _ decimals: Int) throws -> String {
        "\(try #require(Price(price.utf8), "\(price)").satoshis(decimals: decimals))"
    }

    /// Most are prices of bitcoin in some currency; some have all the digits, or a reciprocal that ends.
    private static func randomPrice(_ generator: inout SeededGenerator) -> String {
        func digits(_ count: Int) -> String {
            (0..<count).map { _ in "\(Int.random(in: 0...9, using: &generator))" }.joined()
        }
        func nonZero() -> String { "\(Int.random(in: 1...9, using: &generator))" }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5:
            return nonZero() + digits(.random(in: 0...7, using: &generator)) + "."
                + digits(.random(in: 1...8, using: &generator))
        case 5, 6:
            // Powers of two and five: many results are halfway.
            let power = Int.random(in: 1...27, using: &generator)
            let number = (0..<power).reduce(UInt64(1)) { value, _ in
                let product = value.multipliedReportingOverflow(by: Bool.random(using: &generator) ? 2 : 5)
                return product.overflow ? value : product.partialValue
            }
            return "\(number)" + String(repeating: "0", count: .random(in: 0...8, using: &generator))
        case 7:
            return "0." + String(repeating: "0", count: .random(in: 0...27, using: &generator)) + digits(8) + nonZero()
        case 8: return nonZero() + digits(27) + String(repeating: "0", count: .random(in: 0...9, using: &generator))
        default: return nonZero() + digits(9) + "." + digits(17) + nonZero()
        }
    }

    /// One line for each price: the results with 0 to 8 decimals.
    private static func resultsOfPython(_ prices: [String]) throws -> [String] {
        let script = """
            import sys
            from decimal import Decimal, ROUND_HALF_EVEN, getcontext
            getcontext().prec = 500
            for line in sys.stdin:
                satoshis = 10 ** 8 / Decimal(line)
                rounded = [satoshis.quantize(Decimal(1).scaleb(-n), ROUND_HALF_EVEN) for n in range(9)]
                print(*(f"{number:f}" for number in rounded))
            """
        return try withTemporaryFolder { directory in
            let (input, output) = ("\(directory)/input", "\(directory)/output")
            try prices.map { $0 + "\n" }.joined().write(toFile: input, atomically: false, encoding: .utf8)
            try Data().write(to: URL(filePath: output))
            let process = Process()
            process.executableURL = URL(filePath: try #require(python))
            process.arguments = ["-c", script]
            process.standardInput = FileHandle(forReadingAtPath: input)
            process.standardOutput = FileHandle(forWritingAtPath: output)
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map(String.init)
        }
    }
}

private let python: String? = {
    let directories = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return directories.map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}()
