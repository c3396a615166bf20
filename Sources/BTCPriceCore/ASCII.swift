extension Collection where Element == UInt8 {
    /// Compares ASCII text, ignoring case.
    package func equalsIgnoringCase(_ text: String) -> Bool {
        count == text.utf8.count && zip(self, text.utf8).allSatisfy { $0.lowercased == $1.lowercased }
    }

    /// The value of 1 to 18 ASCII digits, which fit into 64 bits; otherwise nil.
    package var decimalInteger: Int64? {
        guard (1...18).contains(count), allSatisfy({ $0.isDigit }) else { return nil }
        return reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// The 64-bit hash FNV-1a.
    package var fnv1a: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}

extension UInt8 {
    package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    /// ASCII letters in lower case; other bytes as they are.
    package var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }

    /// ASCII letters in upper case; other bytes as they are.
    package var uppercased: UInt8 { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self & ~0x20 : self }

    /// A space, a tab, or a character that ends a line.
    package var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}

extension ArraySlice<UInt8> {
    /// Without the spaces, tabs and line ends at either end.
    package var trimmed: ArraySlice<UInt8> {
        var text = drop { $0.isSpace }
        while text.last?.isSpace == true { text.removeLast() }
        return text
    }
}
