/// The variables of a run. Values are bytes, which need not be UTF-8; an empty one counts as unset.
package struct Environment: Sendable {
    private let variable: @Sendable (String) -> [UInt8]?

    package init(_ variable: @escaping @Sendable (String) -> [UInt8]?) {
        self.variable = variable
    }

    package static let ofThisProcess = Environment { name in getenv(name).map { bytes(of: $0) } }

    package func value(_ name: String) -> [UInt8]? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }

    package func isSet(_ name: String) -> Bool { value(name) != nil }
}

/// The bytes without their terminator.
func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:))
}
