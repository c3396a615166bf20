import Foundation
import TestSupport
import Testing

@testable import BTCPriceCore

@Suite struct DecimalDigitsTests {
    @Test(arguments: [
        ("68901.234", 2, "68901.23"), ("68901.236", 2, "68901.24"), ("68901.2", 2, "68901.20"),
        ("68901", 2, "68901.00"),
        ("68901.23", 0, "68901"), ("68901.23", 8, "68901.23000000"), ("68901.4999999999", 0, "68901"),
        ("1.04", 1, "1.0"),
    ])
    func number_isRoundedToTheNearest(_ text: String, _ decimals: Int, _ rounded: String) throws {
        #expect(try digits(text).rounded(to: decimals).description == rounded)
    }

    @Test(arguments: [
        ("0.125", 2, "0.12"), ("0.135", 2, "0.14"), ("0.5", 0, "0"), ("1.5", 0, "2"), ("2.5", 0, "2"), ("9.5", 0, "10"),
        ("8.5", 0, "8"), ("0.1250000001", 2, "0.13"), ("0.12500000000000000000000001", 2, "0.13"), ("1.05", 1, "1.0"),
        ("1.15", 1, "1.2"), ("10.5", 0, "10"), ("0.12500", 2, "0.12"), ("0.13500", 2, "0.14"),
    ])
    func rounded_whenItIsAHalf_goesToTheEvenNeighbour(_ text: String, _ decimals: Int, _ rounded: String) {
        #expect(unchanged(text).rounded(to: decimals).description == rounded)
    }

    @Test(arguments: [
        ("9.99", 1, "10.0"), ("999.999", 2, "1000.00"), ("0.999", 0, "1"), ("0.0999", 3, "0.100"),
        ("199.96", 1, "200.0"),
        ("1.095", 2, "1.10"), ("99999.5", 0, "100000"),
    ])
    func nines_carryOver(_ text: String, _ decimals: Int, _ rounded: String) throws {
        #expect(try digits(text).rounded(to: decimals).description == rounded)
    }

    @Test(arguments: [
        ("0.004", 2, "0.004"), ("0.005", 2, "0.005"), ("0.006", 2, "0.01"), ("0.5", 0, "0.5"),
        ("0.00000001", 8, "0.00000001"),
        ("0.000000001", 8, "0.000000001"), ("0.0061", 2, "0.01"), ("68901.23", 0, "68901"),
    ])
    func roundedNeverToZero_whenItWouldBeZero_keepsAllDigits(_ text: String, _ decimals: Int, _ rounded: String) throws
    {
        #expect(try digits(text).roundedNeverToZero(to: decimals).description == rounded)
    }

    @Test(arguments: [
        ("1.2500", 0, "1.25"), ("1.2500", 2, "1.25"), ("1.2500", 3, "1.250"), ("1.2500", 4, "1.2500"),
        ("1.25", 5, "1.25000"),
        ("100", 0, "100"), ("100", 2, "100.00"), ("1.000", 0, "1"), ("0.00000000", 2, "0.00"), ("1.0010", 0, "1.001"),
    ])
    func trimmingZeros_leavesAtLeastTheMinimumOfDecimals(_ text: String, _ minimum: Int, _ expected: String) {
        #expect(unchanged(text).trimmingZeros(downTo: minimum).description == expected)
    }

    @Test(arguments: [
        ("0", "", true, true), ("00", "", true, true), ("0", "00", true, true), ("0", "01", false, true),
        ("0", "9", false, true), ("1", "", false, false), ("10", "0", false, false), ("01", "0", false, false),
    ])
    func digits_indicateWhetherTheyAreZeroAndLessThanOne(
        _ integerPart: String, _ fraction: String, _ isZero: Bool, _ isLessThanOne: Bool
    ) {
        let number = DecimalDigits(integerPart: Array(integerPart.utf8), fraction: Array(fraction.utf8))
        #expect(number.isZero == isZero)
        #expect(number.isLessThanOne == isLessThanOne)
    }

    @Test func rounded_whenTheNumberIsRandom_agreesWithFoundation() throws {
        var random = SeededGenerator()
        for _ in 0..<1000 {
            let integerPart = String((0...Int.random(in: 0...8, using: &random)).map { _ in Self.digit(&random) })
            let fraction = String((0...Int.random(in: 0...8, using: &random)).map { _ in Self.digit(&random) })
            let number = DecimalDigits(integerPart: Array(integerPart.utf8), fraction: Array(fraction.utf8))
            let decimals = Int.random(in: 0...8, using: &random)
            var (exact, rounded) = (try #require(Decimal(string: "\(integerPart).\(fraction)")), Decimal())
            NSDecimalRound(&rounded, &exact, decimals, .bankers)
            let ours = number.rounded(to: decimals)
            #expect(ours.fraction.count == decimals, "\(random)")
            #expect(
                Decimal(string: ours.description) == rounded, "\(integerPart).\(fraction) to \(decimals), \(random)")
        }
    }

    /// Fives, nines and zeros more often than others, since rounding and carrying depend on them.
    private static func digit(_ random: inout SeededGenerator) -> Character {
        "01234567890559990055"[Int.random(in: 0..<20, using: &random)]
    }

    /// The digits as they are, with trailing zeros.
    private func unchanged(_ text: String) -> DecimalDigits {
        let parts = text.split(separator: ".").map { Array($0.utf8) }
        return DecimalDigits(integerPart: parts[0], fraction: parts.count > 1 ? parts[1] : [])
    }

    private func digits(_ text: String) throws -> DecimalDigits {
        try #require(Price(text.utf8)).digits
    }
}

extension String {
    fileprivate subscript(_ offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
}
