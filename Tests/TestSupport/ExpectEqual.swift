import Foundation
import Testing

// Of an issue in the process of an exit test, only the comment reaches the test: these have the line and the values in
// it.

public func expectEqual<Value: Equatable>(
    _ actual: @autoclosure () throws -> Value, _ expected: Value, _ comment: String = "", line: Int = #line
) {
    do {
        let actual = try actual()
        #expect(actual == expected, "line \(line): found \(actual), expected \(expected) \(comment)")
    } catch {
        Issue.record("line \(line): \(error)")
    }
}

/// Runs the body of an exit test with the path of an empty directory. An error is recorded: one that leaves the process
/// is a SIGILL. If it hangs, a SIGALRM ends it.
public func inTemporaryDirectory(line: Int = #line, _ body: (_ path: String) throws -> Void) {
    alarm(240)
    do { try withTemporaryDirectory(body) } catch { Issue.record("line \(line): \(error)") }
}
