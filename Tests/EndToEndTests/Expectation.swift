import StubExchange
import TestSupport
import Testing

/// What a text must be: exactly a literal, or one of these.
struct ExpectedText: ExpressibleByStringInterpolation, CustomStringConvertible {
    let description: String
    let isMet: (String) -> Bool

    private init(_ description: String, _ isMet: @escaping (String) -> Bool) {
        self.description = description
        self.isMet = isMet
    }

    init(stringLiteral text: String) {
        self.init(text.debugDescription) { $0 == text }
    }

    static func exactly(_ text: String) -> Self { Self(stringLiteral: text) }

    static func prefix(_ text: String) -> Self { Self("\(text.debugDescription)...") { $0.hasPrefix(text) } }

    static func suffix(_ text: String) -> Self { Self("...\(text.debugDescription)") { $0.hasSuffix(text) } }

    static func contains(_ text: String) -> Self { Self("...\(text.debugDescription)...") { $0.contains(text) } }

    /// A regular expression that matches all of it.
    static func matches(_ pattern: String) -> Self {
        Self("/\(pattern)/") { text in (try? Regex(pattern).wholeMatch(in: text)) ?? nil != nil }
    }

    /// A live quote in US dollars, as text.
    static func live(_ source: String) -> Self { suffix("Z \(source) \(pair(source))\n") }

    /// A cached quote in US dollars, as text.
    static func cached(_ source: String, _ age: String) -> Self {
        suffix("Z \(source) \(pair(source)) (cached, \(age) old)\n")
    }

    private static func pair(_ source: String) -> String { (try? Fixture.named(source).pair("USD").name) ?? "" }
}

extension RunResult {
    /// Expects something of this run, and shows all of it if that is not so.
    func expect(_ isAsExpected: (Self) throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation) rethrows {
        let isSo = try isAsExpected(self)
        #expect(isSo, "\(self)", sourceLocation: sourceLocation)
    }

    /// Expects a status, and the texts that are given. Without a quote nothing may be printed.
    ///
    /// - Parameters:
    ///   - minimum: of the time that has passed.
    ///   - maximum: of its own time.
    @discardableResult
    func expect(
        _ status: Int32, _ output: ExpectedText? = nil, errors: ExpectedText? = nil, minimum: Duration = .zero,
        maximum: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation
    ) -> Self {
        let output = output ?? (status == 1 || status == 2 ? "" : nil)
        var expected: [String] = []
        if self.status != status { expected.append("status \(status)") }
        if let output, !output.isMet(text) { expected.append("stdout \(output)") }
        if let errors, !errors.isMet(self.errors) { expected.append("stderr \(errors)") }
        if elapsed < minimum { expected.append("at least \(minimum)") }
        if ownTime >= maximum + Program.allowance { expected.append("less than \(maximum)") }
        #expect(expected.isEmpty, "\(self)", sourceLocation: sourceLocation)
        return self
    }

    /// The lines of its errors.
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}
