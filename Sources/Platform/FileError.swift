/// Why a file cannot be read.
package struct FileError: Error, Equatable {
    package enum Kind: Equatable, Sendable {
        /// Nothing is there.
        case missing
        /// This user may not search a directory on the path, and so cannot see whether the file is there.
        case outOfReach
        case unusable
    }

    /// Such as `/c/f is a directory` or `/c/f: Permission denied`.
    package let text: String
    package let kind: Kind

    init(_ text: String, _ kind: Kind = .unusable) {
        self.text = text
        self.kind = kind
    }
}
