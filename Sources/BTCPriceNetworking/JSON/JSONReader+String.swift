extension JSONReader {
    /// UTF-8, with escapes resolved.
    mutating func readString() throws(JSONError) -> [UInt8] {
        guard skip("\"") else { throw JSONError() }
        var text: [UInt8] = []
        while true {
            let byte = try readByte()
            switch byte {
            case UInt8(ascii: "\""):
                guard String(validating: text, as: UTF8.self) != nil else { throw JSONError() }
                return text
            case UInt8(ascii: "\\"): try readEscape(into: &text)
            case ..<0x20: throw JSONError()
            default: text.append(byte)
            }
        }
    }

    private mutating func readEscape(into text: inout [UInt8]) throws(JSONError) {
        let byte = try readByte()
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var units = [try readCodeUnit()]
            if UTF16.isLeadSurrogate(units[0]), skip("\\"), skip("u") { units.append(try readCodeUnit()) }
            guard let character = String(validating: units, as: UTF16.self) else { throw JSONError() }
            text += character.utf8
        default: throw JSONError()
        }
    }

    private mutating func readCodeUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try readByte())).hexDigitValue else { throw JSONError() }
            unit = unit * 16 + UInt16(digit)
        }
        return unit
    }
}
