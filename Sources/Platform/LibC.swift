// Exported again, so that a target that calls the operating system needs only `import Platform`.
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

/// An `errno`, as a Swift error.
package struct SystemError: Error, Equatable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The error of the system call that has just failed.
    package static var last: SystemError { SystemError(code: errno) }
}

extension SystemError: CustomStringConvertible {
    /// The system's text, such as `No space left on device`, except where ours is clearer.
    package var description: String {
        switch code {
        case EMFILE, ENFILE: "no file descriptor is left"
        default: String(cString: strerror(code))
        }
    }
}
