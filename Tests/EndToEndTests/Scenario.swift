import StubExchange
import TestSupport
import Testing

/// A run in a world that a test has made, and what comes of it.
struct Scenario: Sendable, CustomTestStringConvertible {
    typealias World = @Sendable (Sandbox) throws -> Void

    let testDescription: String
    let arguments: [String]
    private let world: World
    /// In place of `TIMESTAMP` there is one; nil if any output is right.
    private let output: String?
    /// In place of `PORT` and `TIME` there are a port and a duration; the times of transfers are left out.
    private let errors: String
    private let status: Int32
    /// The sources that are asked and the currencies; nil if any are right.
    private let asked: [String]?

    /// The status is 0 if something is printed, 1 otherwise, unless it is given.
    init(
        _ name: String, _ arguments: String..., in world: @escaping World = { _ in }, prints output: String? = nil,
        expect errors: String..., status: Int32? = nil, asked: String?...
    ) {
        (testDescription, self.arguments, self.world, self.output) = (name, arguments, world, output)
        self.errors = errors.map { $0.hasPrefix("Try '") ? "\($0)\n" : "btcq: \($0)\n" }.joined()
        self.status = status ?? (output == nil ? 1 : 0)
        self.asked = asked.isEmpty ? nil : asked.compactMap(\.self)
    }

    func check() throws {
        let box = try Sandbox()
        try world(box)
        expect(try box.run(arguments))
        if let asked { #expect(box.asked == asked) }
    }

    func expect(_ run: RunResult, sourceLocation: SourceLocation = #_sourceLocation) {
        let errors = run.errors.replacing(#/; total [^\n]*/#, with: "")
        for time in errors.matches(of: #/in ([0-9.]+)(m?s)\b/#) {
            // It is rounded to 10 ms or to a tenth of a second.
            let (unit, rounding) = time.2 == "ms" ? (0.001, 0.005) : (1, 0.05)
            let shortest = Duration.seconds((Double(time.1) ?? .infinity) * unit - rounding)
            #expect(shortest <= run.elapsed, "\(run)", sourceLocation: sourceLocation)
        }
        let generalErrors = errors.replacing(#/:\d{4,5}\b/#, with: ":PORT")
            .replacing(#/(in|another) [0-9.]+m?s\b/#) { "\($0.1) TIME" }
        let generalText = run.text.replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#, with: "TIMESTAMP")
        let isExpected = generalErrors == self.errors && generalText == output ?? generalText && run.status == status
        #expect(isExpected, "\(run)", sourceLocation: sourceLocation)
    }
}
