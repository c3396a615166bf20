import BTCPriceCore
import Platform

/// A path in the file system: bytes, which need not be UTF-8.
package struct Path: Equatable, Sendable {
    let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The path for system calls, with a zero byte at its end.
    var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

    /// The error of the system call that has just failed.
    var lastError: StoreError { error(.last) }

    func error(_ error: SystemError) -> StoreError { .unusable("\(self): \(error)") }

    /// - Parameter reason: what is wrong with the file, such as `is a directory`.
    func unusable(_ reason: String) -> StoreError { .unusable("\(self) \(reason)") }

    func appending(_ name: String) -> Path { Path(bytes + [UInt8(ascii: "/")] + name.utf8) }

    /// The directory that contains this path; nil for `/`, for what is directly in `/`, and for a path without a slash.
    var parent: Path? {
        let slash = UInt8(ascii: "/")
        var bytes = bytes[...]
        while bytes.last == slash { bytes.removeLast() }
        guard let end = bytes.lastIndex(of: slash), end > 0 else { return nil }
        return Path(Array(bytes[..<end]))
    }
}

extension Path: CustomStringConvertible {
    /// The path for messages: bytes that are not UTF-8 are replaced, and a long path is cut, as by `TerminalText.limited`.
    package var description: String { TerminalText.limited(bytes) }
}
