#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The one way from digits to a price and back, never through a binary floating-point number.
///
/// The grammar is checked here because `Decimal(string:)` reads `5abc` as 5 and `0x10` as 0.
public enum PriceDigits {
    /// The most significant digits a price may have; `Decimal` itself holds 38.
    public static let mostSignificant = 28

    /// The price that `[0-9]+(\.[0-9]+)?` names; nil for any other text, for zero, and for too many digits.
    public static func price(ofString text: String) -> Decimal? {
        var scanner = DigitScanner(text)
        guard scanner.scanMantissa(), scanner.isAtEnd else { return nil }
        return scanner.value
    }

    /// The price a JSON number names: as `price(ofString:)`, with an exponent allowed.
    public static func price(ofNumber text: String) -> Decimal? {
        var scanner = DigitScanner(text)
        guard scanner.scanMantissa(), scanner.scanExponent(), scanner.isAtEnd else { return nil }
        return scanner.value
    }

    /// Every digit of a price: no grouping, no exponent, no zeros at the tail of a fraction.
    public static func text(of price: Decimal) -> String {
        price.description
    }
}

/// Collects significant digits and the power of ten that belongs to them.
private struct DigitScanner {
    private var rest: Substring.UTF8View
    private var digits: [UInt8] = []
    private var exponent = 0

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func scanMantissa() -> Bool {
        let whole = scanDigits()
        guard !whole.isEmpty else { return false }
        digits = Array(whole)
        guard rest.first == UInt8(ascii: ".") else { return true }
        rest.removeFirst()
        let fraction = scanDigits()
        digits += fraction
        exponent = -fraction.count
        return !fraction.isEmpty
    }

    mutating func scanExponent() -> Bool {
        guard let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return true }
        rest.removeFirst()
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        // Four digits say more than Decimal can hold.
        let power = scanDigits()
        guard (1...4).contains(power.count), let value = Int(Substring(power)) else { return false }
        exponent += isNegative ? -value : value
        return true
    }

    var value: Decimal? {
        var significant = digits.drop { $0 == UInt8(ascii: "0") }
        var power = exponent
        while significant.last == UInt8(ascii: "0") {
            significant.removeLast()
            power += 1
        }
        guard (1...PriceDigits.mostSignificant).contains(significant.count), (-128...127).contains(power) else {
            return nil
        }
        guard let significand = Decimal(string: String(decoding: significant, as: UTF8.self)) else { return nil }
        return Decimal(sign: .plus, exponent: power, significand: significand)
    }

    private mutating func scanDigits() -> Substring.UTF8View {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest[digits.endIndex...]
        return digits
    }
}
