/// Text that is safe to print on a terminal, whatever a server, a file or the environment put into it.
enum TerminalText {
    private static let maxColumns = 60
    private static let maxBytes = 120

    /// Control characters, and characters that reorder or hide others, become `\u{1b}`.
    static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        return text.unicodeScalars.map { scalar in
            isUnsafe(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }.joined()
    }

    /// What the user typed, shortened so that it cannot fill the screen. In quotation marks if it is empty or begins or ends
    /// with a space, which would not be seen.
    static func abbreviated(_ bytes: some Collection<UInt8>) -> String {
        let text = shortened(bytes)
        return text.isEmpty || text.hasPrefix(" ") || text.hasSuffix(" ") ? "'\(text)'" : text
    }

    private static func shortened(_ bytes: some Collection<UInt8>) -> String {
        let bytes = Array(bytes.prefix(maxBytes + 1))
        var prefix = bytes.prefix(maxBytes)
        // A character that the limit would split is left out.
        if let next = bytes.dropFirst(maxBytes).first, next & 0xC0 == 0x80,
            let lead = prefix.suffix(3).lastIndex(where: { $0 >= 0xC0 })
        {
            prefix = prefix[..<lead]
        }
        var text = String.UnicodeScalarView()
        var columns = 0
        for scalar in String(decoding: prefix, as: UTF8.self).unicodeScalars {
            // Most characters from U+1100 are two columns wide. Counting the others as two is harmless.
            columns += scalar.value < 0x1100 ? 1 : 2
            guard columns <= maxColumns else { return String(text) + "..." }
            text.append(scalar)
        }
        return bytes.count > maxBytes ? String(text) + "..." : String(text)
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
