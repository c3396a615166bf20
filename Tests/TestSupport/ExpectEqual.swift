import Testing

/// Compares two values in the process of an exit test. Of an issue there, only the comment reaches the test: this one has the
/// line and both values, or the error.
public func expectEqual<Value: Equatable>(
    _ actual: @autoclosure () throws -> Value, _ expected: Value, line: Int = #line
) {
    do {
        let actual = try actual()
        #expect(actual == expected, "line \(line): found \(actual), expected \(expected)")
    } catch {
        Issue.record("line \(line): \(error)")
    }
}
