/// A line of the user's own, read once: bytes that pass unchanged, and placeholders.
public struct Template: Equatable, Sendable {
    /// What stands between braces.
    public enum Placeholder: String, CaseIterable, Sendable {
        case price, number, currency, timestamp, source, cached, stale, age
        case ageSeconds = "age_seconds"
    }

    enum Piece: Equatable, Sendable {
        case text([UInt8])
        case value(Placeholder)
        /// Printed when the quote is stale.
        case whenStale([UInt8])
    }

    /// Why a text is no template, and what the placeholders are.
    public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// One clause.
        public let description: String

        init(_ complaint: String) {
            let known = Placeholder.allCases.map { "{\($0.rawValue)}" } + ["{stale:TEXT}", "{{", "}}"]
            description = "\(complaint); known are \(known.joined(separator: " "))"
        }
    }

    let pieces: [Piece]

    /// Reads a template; `{{` and `}}` are braces, in the TEXT of `{stale:TEXT}` too. No escapes are interpreted.
    public init(_ bytes: [UInt8]) throws(Problem) {
        var reader = TemplateReader(bytes)
        pieces = try reader.read()
    }
}
