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
    /// One clause: the system's text, such as `No space left on device`, or `no file descriptor is left`.
    package var description: String {
        switch code {
        case EMFILE, ENFILE: "no file descriptor is left"
        default: String(cString: strerror(code))
        }
    }
}
