import CRuntime

/// One word of the command line, byte for byte: a template need not be UTF-8.
public struct Argument: Equatable, Sendable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    /// The bytes of a word.
    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// A word spelled out in the sources.
    public init(stringLiteral text: String) {
        self.init(text.utf8)
    }

    init(copying word: UnsafePointer<CChar>) {
        var end = word
        while end.pointee != 0 { end += 1 }
        self.init(UnsafeBufferPointer(start: word, count: end - word).lazy.map(UInt8.init(bitPattern:)))
    }
}

extension Argument {
    /// The words this process was called with, its own name left out.
    static var ofThisProcess: [Argument] {
        (1..<max(1, crt_argument_count())).compactMap { crt_argument($0).map { Argument(copying: $0) } }
    }
}
