/// One word of the command line, byte for byte: a template need not be UTF-8.
public struct Argument: Equatable, Sendable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    /// The bytes of a word.
    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// A word spelled out in a test.
    public init(stringLiteral text: String) {
        self.init(text.utf8)
    }

    /// For comparing with names; what is not UTF-8 matches none.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Argument {
    /// The words this process was called with, its own name left out.
    public static var ofThisProcess: [Argument] {
        guard CommandLine.argc > 1 else { return [] }
        return (1..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { word in
                Argument(UnsafeBufferPointer(start: word, count: length(of: word)).map(UInt8.init(bitPattern:)))
            }
        }
    }

    private static func length(of word: UnsafePointer<CChar>) -> Int {
        var end = word
        while end.pointee != 0 { end += 1 }
        return end - word
    }
}
