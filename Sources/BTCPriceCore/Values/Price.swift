/// The price of one bitcoin: positive and exact, with at most 28 significant digits.
///
/// It is never converted to binary floating point. Equal prices are equal however they were written: `1.50` is `1.5`.
package struct Price: Equatable, Sendable {
    /// Trailing zeros are not counted.
    package static let maxSignificantDigits = 28

    /// The powers of ten allowed for the last significant digit. They limit the length of the text.
    private static let exponents = -128...127

    /// ASCII digits without leading or trailing zeros.
    let significand: [UInt8]
    /// The power of ten of the last digit.
    let exponent: Int

    /// The price in a text of the form `[0-9]+(\.[0-9]+)?`; nil for any other text, for zero, and for too many digits.
    package init?(_ text: some Sequence<UInt8>) {
        var reader = DecimalReader(Array(text))
        guard reader.readPlainNumber(), reader.isAtEnd else { return nil }
        self.init(reader)
    }

    /// The price in a JSON number: like `init(_:)`, and an exponent is allowed.
    package init?(jsonNumber text: some Sequence<UInt8>) {
        var reader = DecimalReader(Array(text))
        guard reader.readPlainNumber(), reader.readExponent(), reader.isAtEnd else { return nil }
        self.init(reader)
    }

    private init?(_ reader: DecimalReader) {
        let digits = reader.digits.drop { $0 == DecimalDigits.zero }
        guard let last = digits.lastIndex(where: { $0 != DecimalDigits.zero }) else { return nil }
        exponent = reader.exponent + digits.endIndex - 1 - last
        significand = Array(digits[...last])
        guard significand.count <= Self.maxSignificantDigits, Self.exponents.contains(exponent) else { return nil }
    }

    /// All its digits, before and after the decimal point.
    package var digits: DecimalDigits {
        let zero = DecimalDigits.zero
        if exponent >= 0 {
            return DecimalDigits(integerPart: significand + Array(repeating: zero, count: exponent), fraction: [])
        }
        let padding = Array(repeating: zero, count: max(0, 1 - exponent - significand.count))
        let padded = padding + significand
        return DecimalDigits(integerPart: Array(padded.dropLast(-exponent)), fraction: Array(padded.suffix(-exponent)))
    }
}

extension Price: CustomStringConvertible {
    /// Every digit, without grouping, exponent or trailing zeros in the fraction.
    package var description: String { digits.description }
}
