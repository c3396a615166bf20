/// Reads the text of a decimal number, digit by digit.
struct DecimalReader {
    private let text: [UInt8]
    private var offset = 0
    /// All digits in order, without the decimal point.
    private(set) var digits: [UInt8] = []
    /// The power of ten of the last digit.
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

    /// `([eE][+-]?[0-9]+)?`, with at most four digits: more are out of range for any price.
    mutating func readExponent() -> Bool {
        guard skip("e") || skip("E") else { return true }
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        let power = readDigits()
        guard power.count <= 4, let value = power.decimalInteger else { return false }
        exponent += Int(isNegative ? -value : value)
        return true
    }

    private mutating func readDigits() -> [UInt8] {
        let digits = text[offset...].prefix { $0.isDigit }
        offset = digits.endIndex
        return Array(digits)
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard offset < text.count, text[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }
}
