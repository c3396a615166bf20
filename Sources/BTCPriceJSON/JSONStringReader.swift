/// Reads one string, from after its opening quotation mark to after its closing one.
struct JSONStringReader {
    private let bytes: [UInt8]
    private(set) var offset: Int
    private var text: [UInt8] = []

    init(_ bytes: [UInt8], from offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    mutating func read() throws(JSONError) -> [UInt8] {
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard Self.isUTF8(text) else { throw error("invalid UTF-8") }
                return text
            case UInt8(ascii: "\\"): try readEscape()
            case ..<0x20: throw error("control character in a string")
            default: text.append(byte)
            }
        }
        throw error("unclosed string")
    }

    private mutating func readEscape() throws(JSONError) {
        guard offset < bytes.count else { throw error("unclosed string") }
        let byte = bytes[offset]
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += Array(String(try readScalar()).utf8)
        default: throw error("unknown escape")
        }
    }

    private mutating func readScalar() throws(JSONError) -> Unicode.Scalar {
        let unit = try readCodeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(UInt16(unit)), skip("\\"), skip("u") else { throw error("lone surrogate") }
        let trail = try readCodeUnit()
        guard UTF16.isTrailSurrogate(UInt16(trail)),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (trail - 0xDC00))
        else { throw error("lone surrogate") }
        return scalar
    }

    private mutating func readCodeUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard offset < bytes.count, let digit = Self.hexadecimalValue(bytes[offset]) else {
                throw error("bad escape")
            }
            unit = unit << 4 + digit
            offset += 1
        }
        return unit
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }

    /// `String(decoding:)` replaces invalid bytes, so a text that is not UTF-8 changes.
    private static func isUTF8(_ text: [UInt8]) -> Bool {
        text.allSatisfy { $0 < 0x80 } || String(decoding: text, as: UTF8.self).utf8.elementsEqual(text)
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private func error(_ reason: String) -> JSONError { JSONError(reason: reason, offset: offset) }
}
