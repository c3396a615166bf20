import CSystem

/// This program, started again in the background: in a session of its own, without inherited descriptors.
package enum DetachedProcess {
    /// - Parameter arguments: the program name first.
    package static func start(_ arguments: [String]) throws(SystemError) {
        let code = withCStrings(arguments[...]) { csystem_spawn_self($0) }
        guard code == 0 else { throw SystemError(code: code) }
    }

    /// Calls `body` with the arguments as C strings, followed by NULL.
    private static func withCStrings(
        _ arguments: ArraySlice<String>, after others: [UnsafePointer<CChar>?] = [],
        _ body: ([UnsafePointer<CChar>?]) -> Int32
    ) -> Int32 {
        guard let argument = arguments.first else { return body(others + [nil]) }
        return argument.withCString { withCStrings(arguments.dropFirst(), after: others + [$0], body) }
    }
}
