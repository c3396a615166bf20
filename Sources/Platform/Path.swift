/// Bytes, which need not be UTF-8.
package struct Path: CustomStringConvertible, Equatable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The bytes and a zero at their end, for system calls.
    package var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

    package func appending(_ name: String) -> Path { Path(bytes + [UInt8(ascii: "/")] + name.utf8) }

    /// Nil for `/`, `/a` and `a`. Slashes at the end do not count.
    package var parent: Path? {
        let slash = UInt8(ascii: "/")
        var bytes = bytes[...]
        while bytes.last == slash { bytes.removeLast() }
        guard let end = bytes.lastIndex(of: slash), end > 0 else { return nil }
        return Path(Array(bytes[..<end]))
    }

    /// Valid UTF-8, and not too long; for messages, which are escaped when printed.
    package var description: String { TerminalText.limited(bytes) }
}
