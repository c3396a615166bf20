/// An error number of the operating system.
package struct SystemError: Error, Equatable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The error of the system call that has just failed.
    package static var last: SystemError { SystemError(code: errno) }
}

extension SystemError: CustomStringConvertible {
    /// One clause in the system's own words, such as `No space left on device`.
    package var description: String {
        switch code {
        case EMFILE, ENFILE: "no file descriptor is left"
        default: String(cString: strerror(code))
        }
    }
}
