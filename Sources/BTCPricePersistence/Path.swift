/// Where a file is: bytes, which need not be UTF-8.
public struct Path: Equatable, Sendable {
    let bytes: [UInt8]

    /// A path as the system spells it.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func appending(_ name: String) -> Path { Path(bytes + [UInt8(ascii: "/")] + name.utf8) }

    /// The folder it is in; nil for the root and for a path without a slash.
    var parent: Path? {
        let slash = UInt8(ascii: "/")
        var bytes = bytes[...]
        while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
        guard bytes.count > 1, let end = bytes.lastIndex(of: slash) else { return nil }
        return Path(Array(end == 0 ? bytes[...0] : bytes[..<end]))
    }

    /// Calls `body` with the path as the system takes it.
    func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let characters = bytes.map(CChar.init(bitPattern:)) + [0]
        return try characters.withUnsafeBufferPointer { buffer throws(Failure) in
            // There is always the zero at the end.
            try body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }
}

extension Path: CustomStringConvertible {
    /// For a reader; what is not UTF-8 is replaced.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
