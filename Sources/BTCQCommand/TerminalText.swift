/// Text that cannot act on a terminal, whatever a server, a file or the environment put into it.
enum TerminalText {
    /// Control characters, and those that reorder or hide others, as `\u{1b}`.
    static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        return text.unicodeScalars.map { scalar in
            isHostile(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }.joined()
    }

    private static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
