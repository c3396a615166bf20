/// What one bitcoin costs: positive, and exact to the last of at most 28 significant digits.
///
/// It never passes through a binary floating-point number, and equal prices are equal however they were spelled.
public struct Price: Equatable, Sendable {
    /// The most significant digits a price may have, zeros at its tail not counted.
    public static let maxSignificantDigits = 28

    /// The powers of ten that the last significant digit may stand for: they bound the length of the text.
    private static let exponents = -128...127

    /// ASCII digits, with no zero at either end.
    private let significand: [UInt8]
    /// The power of ten that the last digit stands for.
    private let exponent: Int

    /// The price that `[0-9]+(\.[0-9]+)?` spells; nil for any other text, for zero, and for too many digits.
    public init?(_ text: some Sequence<UInt8>) {
        var reader = DecimalReader(Array(text))
        guard reader.readPlainNumber(), reader.isAtEnd else { return nil }
        self.init(reader)
    }

    /// The price that a JSON number spells: as `init(_:)`, and an exponent is allowed.
    public init?(jsonNumber text: some Sequence<UInt8>) {
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

    /// All its digits, before and behind the point.
    public var digits: DecimalDigits {
        let zero = DecimalDigits.zero
        if exponent >= 0 {
            return DecimalDigits(whole: significand + Array(repeating: zero, count: exponent), fraction: [])
        }
        let padding = Array(repeating: zero, count: max(0, 1 - exponent - significand.count))
        let padded = padding + significand
        return DecimalDigits(whole: Array(padded.dropLast(-exponent)), fraction: Array(padded.suffix(-exponent)))
    }
}

extension Price: CustomStringConvertible {
    /// Every digit: no grouping, no exponent, no zeros at the tail of a fraction.
    public var description: String { digits.description }
}
