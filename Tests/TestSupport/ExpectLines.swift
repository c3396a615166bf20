import Testing

public func expectLines(
    _ actual: String, _ expected: String, _ comment: String = "lines differ",
    sourceLocation: SourceLocation = #_sourceLocation
) {
    func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    expectLines(lines(actual), lines(expected), comment, sourceLocation: sourceLocation)
}

/// Compares line by line. A failure shows the lines that differ, and no others.
public func expectLines(
    _ actual: [String], _ expected: [String], _ comment: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    let changes = actual.difference(from: expected).map { change in
        switch change {
        case .remove(let line, let text, _): (line, "line \(line + 1), expected: \(text)")
        case .insert(let line, let text, _): (line, "line \(line + 1), found:    \(text)")
        }
    }.sorted { $0.0 < $1.0 }.map(\.1)
    let areEqual = changes.isEmpty
    #expect(areEqual, "\(comment):\n\(changes.joined(separator: "\n"))", sourceLocation: sourceLocation)
}
