/// A path in the file system: bytes, which need not be UTF-8.
package struct Path: Equatable, Sendable {
    let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func appending(_ name: String) -> Path { Path(bytes + [UInt8(ascii: "/")] + name.utf8) }

    /// The directory that contains it; nil for the root and for a path without a slash.
    var parent: Path? {
        let slash = UInt8(ascii: "/")
        var bytes = bytes[...]
        while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
        guard bytes.count > 1, let end = bytes.lastIndex(of: slash) else { return nil }
        return Path(Array(end == 0 ? bytes[...0] : bytes[..<end]))
    }

    func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let characters = bytes.map(CChar.init(bitPattern:)) + [0]
        return try characters.withUnsafeBufferPointer { buffer throws(Failure) in
            // The buffer contains at least the terminator.
            try body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }
}

extension Path: CustomStringConvertible {
    /// For messages; bytes that are not UTF-8 are replaced.
    package var description: String { String(decoding: bytes, as: UTF8.self) }
}
