// For every target that touches the operating system: `import Platform` is enough.
#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Glibc)
    @_exported public import Glibc
#else
    // Embedded Swift has no module for the C library.
    @_exported public import CPlatform

    package var errno: Int32 { cplatform_errno() }
    package var SIG_IGN: (@convention(c) (Int32) -> Void)? { cplatform_ignore_signal() }
#endif

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
    /// The system's text, such as `No space left on device`, or `no file descriptor is left`.
    package var description: String {
        switch code {
        case EMFILE, ENFILE: "no file descriptor is left"
        default: String(cString: strerror(code))
        }
    }
}
