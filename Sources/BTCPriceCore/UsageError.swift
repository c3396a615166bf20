/// What the user has to put right, on the command line or in the environment, before anything is fetched.
public struct UsageError: Error, Equatable, Sendable {
    /// Where the user can read on.
    public enum Hint: String, Sendable {
        /// The summary of the options.
        case help = "btcq --help"
        /// The manual: the help says nothing about templates and the environment.
        case manual = "man btcq"
    }

    /// One line: who, what, and the way out.
    public let message: String
    /// Where to read on.
    public let hint: Hint

    /// An error with these words.
    public init(_ message: String, hint: Hint = .help) {
        self.message = message
        self.hint = hint
    }
}

extension UsageError {
    /// A word as it was typed, cut where it would fill the screen: neither its columns nor its bytes have a bound.
    public static func shown(_ word: some Sequence<UInt8>) -> String {
        let (maxColumns, maxBytes) = (60, 120)
        let bytes = Array(word.prefix(maxBytes + 1))
        var kept = bytes.prefix(maxBytes)
        // A character that the bound would cut in two is left out.
        if let next = bytes.dropFirst(maxBytes).first, next & 0xC0 == 0x80,
            let lead = kept.suffix(3).lastIndex(where: { $0 >= 0xC0 })
        {
            kept = kept[..<lead]
        }
        var text = String.UnicodeScalarView()
        var columns = 0
        for scalar in String(decoding: kept, as: UTF8.self).unicodeScalars {
            // From here on some characters are two columns wide; that a few are counted so which are not does no harm.
            columns += scalar.value < 0x1100 ? 1 : 2
            guard columns <= maxColumns else { return String(text) + "..." }
            text.append(scalar)
        }
        if bytes.count > maxBytes { return String(text) + "..." }
        return bytes.isEmpty ? "''" : String(text)
    }
}
