/// Reads the spelling of a number, digit by digit.
struct DecimalReader {
    private let text: [UInt8]
    private var offset = 0
    /// The digits in the order in which they stand, the point left out.
    private(set) var digits: [UInt8] = []
    /// The power of ten that the last digit stands for.
    private(set) var exponent = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    var isAtEnd: Bool { offset == text.count }

    /// `[0-9]+(\.[0-9]+)?`
    mutating func readPlainNumber() -> Bool {
        digits = readDigits()
        guard !digits.isEmpty else { return false }
        guard skip(".") else { return true }
        let fraction = readDigits()
        digits += fraction
        exponent = -fraction.count
        return !fraction.isEmpty
    }

    /// `([eE][+-]?[0-9]+)?`, with at most four digits: more is beyond any price.
    mutating func readExponent() -> Bool {
        guard skip("e") || skip("E") else { return true }
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        let power = readDigits()
        guard (1...4).contains(power.count) else { return false }
        let value = power.reduce(0) { $0 * 10 + Int($1 - DecimalDigits.zero) }
        exponent += isNegative ? -value : value
        return true
    }

    private mutating func readDigits() -> [UInt8] {
        let rest = text[offset...]
        let digits = rest.prefix { DecimalDigits.isDigit($0) }
        offset = digits.endIndex
        return Array(digits)
    }

    private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard offset < text.count, text[offset] == UInt8(ascii: mark) else { return false }
        offset += 1
        return true
    }
}
