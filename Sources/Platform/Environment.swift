/// The environment variables of a run. Their values are bytes, which need not be UTF-8. A variable with an empty value counts as
/// unset.
package struct Environment: Sendable {
    private let variable: @Sendable (String) -> [UInt8]?

    package init(_ variable: @escaping @Sendable (String) -> [UInt8]?) {
        self.variable = variable
    }

    package static let ofThisProcess = Environment { name in getenv(name).map { bytes(of: $0) } }

    package func value(_ name: String) -> [UInt8]? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }

    package func isSet(_ name: String) -> Bool { value(name) != nil }
}

/// The bytes as text for a message: those that are not UTF-8 are replaced, and what follows the first 256 bytes becomes `…`.
package func displayText(_ bytes: some Collection<UInt8>) -> String {
    let maxSize = 256
    guard bytes.count > maxSize else { return String(decoding: bytes, as: UTF8.self) }
    // A character that would be cut in two is left out: the bytes after its first one begin with the bits 10.
    var beginning = Array(bytes.prefix(maxSize + 1))
    while let byte = beginning.popLast(), byte & 0xC0 == 0x80 {}
    return String(decoding: beginning, as: UTF8.self) + "…"
}

/// The bytes of a C string, without its terminator.
func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:))
}
