import CSystem

/// This program, started again in the background: in a session of its own and in `/`, without inherited descriptors.
package enum DetachedProcess {
    /// - Parameters:
    ///   - arguments: the program name first.
    ///   - pathVariables: environment variables whose relative paths become absolute, for this process too.
    package static func start(_ arguments: [String], pathVariables: [String]) throws(SystemError) {
        pathVariables.forEach(makeAbsolute)
        let code = withCStrings(arguments[...]) { csystem_spawn_self($0) }
        guard code == 0 else { throw SystemError(code: code) }
    }

    /// Sets the name that `ps -e` shows, on Linux. Otherwise it is that of the link by which the program was started.
    package static func setProcessName(_ name: String) { csystem_set_process_name(name) }

    private static func makeAbsolute(_ variable: String) {
        guard let path = getenv(variable), path.pointee != 0, path.pointee != CChar(bitPattern: UInt8(ascii: "/")),
            let directory = getcwd(nil, 0)
        else { return }
        defer { free(directory) }
        let absolute = bytes(of: directory) + [UInt8(ascii: "/")] + bytes(of: path) + [0]
        absolute.withUnsafeBytes { buffer in
            guard let address = buffer.baseAddress else { return }
            setenv(variable, address.assumingMemoryBound(to: CChar.self), 1)
        }
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
