import TestSupport
import Testing

/// A run in a sandbox that a test has prepared, and what comes of it.
struct Scenario: Sendable, CustomTestStringConvertible {
    typealias Preparation = @Sendable (Sandbox) throws -> Void

    let testDescription: String
    let arguments: [String]
    private let prepare: Preparation
    /// In place of `TIMESTAMP` there is one.
    private let output: String
    /// What stderr contains; nil if nothing is written to it. The sentences are those of `MessagesTests`.
    private let errors: String?
    private let status: Int32
    /// The sources that are asked and the currencies; nil if any are right.
    private let asked: [String]?

    /// The status is 0 if something is printed, 1 otherwise, unless it is given.
    init(
        _ name: String, _ arguments: String..., in prepare: @escaping Preparation = { _ in },
        prints output: String = "",
        says errors: String? = nil, status: Int32? = nil, asked: String?...
    ) {
        (testDescription, self.arguments, self.prepare, self.output) = (name, arguments, prepare, output)
        (self.errors, self.status) = (errors, status ?? (output.isEmpty ? 1 : 0))
        self.asked = asked.isEmpty ? nil : asked.compactMap(\.self)
    }

    func check() throws {
        let box = try Sandbox()
        try prepare(box)
        let run = try box.run(arguments).expect(status, errors: errors.map(ExpectedText.contains) ?? "")
        let text = run.text.replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#, with: "TIMESTAMP")
        #expect(text == output, "\(run)")
        if let asked { #expect(box.asked == asked) }
    }
}
