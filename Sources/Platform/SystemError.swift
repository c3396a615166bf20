import CPlatform

/// An `errno`, as a Swift error.
package struct SystemError: Error, CustomStringConvertible, Equatable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// The error of the system call that has just failed.
    package static var last: SystemError { SystemError(code: errno) }

    /// The system's text, such as `No space left on device`.
    package var description: String {
        var text = [CChar](repeating: 0, count: 128)
        cplatform_describe_error(code, &text, text.count)
        return String(decoding: bytes(of: text), as: UTF8.self)
    }
}
