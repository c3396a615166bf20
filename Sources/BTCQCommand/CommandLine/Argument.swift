/// One argument of the command line, as bytes: a template need not be UTF-8.
package struct Argument: Equatable, Sendable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    package init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    package init(stringLiteral text: String) {
        self.init(text.utf8)
    }
}
