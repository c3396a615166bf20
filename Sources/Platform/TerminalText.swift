/// Text for a terminal, whatever a server, a file or the environment put into it. Only `escaped` makes it safe.
package enum TerminalText {
    private static let maxColumns = 60
    private static let maxBytes = 256

    /// Control and format characters (some reorder text), separators of lines and paragraphs, and private-use and
    /// unassigned characters become numbers, as in `\u{1b}`.
    package static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        return text.unicodeScalars.map { scalar in
            isUnsafe(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }.joined()
    }

    /// What was typed or received, shortened but not escaped: of more than 60 columns, at most 60 are kept, and `...`
    /// follows. Text that is not shortened is in quotation marks if it is empty, or begins or ends with a space.
    package static func abbreviated(_ bytes: some Collection<UInt8>) -> String {
        var scalars = String.UnicodeScalarView()
        var columns = 0
        // A column takes at most three bytes, so this is more than is shown.
        for scalar in String(decoding: bytes.prefix(4 * maxColumns), as: UTF8.self).unicodeScalars {
            // Most characters from U+1100 on are two columns wide; counting two for others does no harm.
            columns += scalar.value < 0x1100 ? 1 : 2
            guard columns <= maxColumns else { return String(scalars) + "..." }
            scalars.append(scalar)
        }
        let text = String(scalars)
        return text.isEmpty || text.hasPrefix(" ") || text.hasSuffix(" ") ? "'\(text)'" : text
    }

    /// At most the first 256 bytes as text, and `…` if there are more. What is not UTF-8 is replaced.
    package static func limited(_ bytes: some Collection<UInt8>) -> String {
        guard bytes.count > maxBytes else { return String(decoding: bytes, as: UTF8.self) }
        // Leaves out a character that would be cut in two: its further bytes begin with the bits 10.
        var beginning = Array(bytes.prefix(maxBytes + 1))
        while let byte = beginning.popLast(), byte & 0xC0 == 0x80 {}
        return String(decoding: beginning, as: UTF8.self) + "…"
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
