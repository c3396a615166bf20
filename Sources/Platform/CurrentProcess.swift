import CPlatform

package enum CurrentProcess {
    /// The arguments without the program name. They need not be UTF-8.
    package static var arguments: [[UInt8]] {
        var arguments: [[UInt8]] = []
        while let argument = cplatform_argument(Int32(arguments.count + 1)) { arguments.append(bytes(of: argument)) }
        return arguments
    }

    /// Whether the environment was cleared at the start, since the process has more rights than its user (setuid).
    package static var environmentWasCleared: Bool { cplatform_environment_was_cleared() }

    /// Lets glibc ask the next name server, if there is one, sooner than after five seconds:
    /// `cplatform_limit_name_servers`. Call this before the first thread.
    package static func limitNameServers() { cplatform_limit_name_servers() }

    /// Whether `name` is `argv[0]`.
    package static func wasStarted(as name: String) -> Bool {
        cplatform_argument(0).map { strcmp($0, name) == 0 } ?? false
    }

    /// Sets the name that `ps -e` shows, on Linux only. Without it a refresh would be called `exe`, since it is started
    /// as /proc/self/exe.
    package static func setName(_ name: String) { cplatform_set_process_name(name) }

    /// Ends the process after one write(2); what the descriptor does not accept in time is dropped. Requests still
    /// running on other threads are abandoned.
    package static func exit(
        _ status: Int32, writing message: [UInt8], to descriptor: Int32, milliseconds: Int32
    ) -> Never {
        cplatform_write_and_exit(descriptor, message, message.count, milliseconds, status)
    }

    /// Starts this program again in the background: in a session of its own and in `/`, without inherited descriptors.
    ///
    /// - Parameters:
    ///   - arguments: the program name first.
    ///   - variables: set in this process too; the new one inherits all others as they are.
    package static func startAgain(
        _ arguments: [String], variables: [(name: String, value: [UInt8])]
    ) throws(SystemError) {
        for (name, value) in variables { setenv(name, value.map(CChar.init(bitPattern:)) + [0], 1) }
        let strings = arguments.map { strdup($0) } + [nil]
        defer { strings.forEach { free($0) } }
        let code = cplatform_spawn_self(strings)
        guard code == 0 else { throw SystemError(code: code) }
    }

    /// Unchanged if it is absolute or empty, or if the working directory is unknown, as when it has been removed.
    package static func absolutePath(_ path: [UInt8]) -> [UInt8] {
        guard let first = path.first, first != UInt8(ascii: "/"), let directory = getcwd(nil, 0) else { return path }
        defer { free(directory) }
        return bytes(of: directory) + [UInt8(ascii: "/")] + path
    }
}
