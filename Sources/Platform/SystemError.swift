/// An `errno`, as a Swift error.
package struct SystemError: Error, CustomStringConvertible, Equatable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The error of the system call that has just failed.
    package static var last: SystemError { SystemError(code: errno) }

    /// The system's text, such as `No space left on device`.
    package var description: String { String(cString: strerror(code)) }
}
