/// Why a file cannot be read.
package struct FileError: Error, Equatable {
    /// Such as `/c/f is a directory` or `/c/f: Permission denied`.
    package let text: String
    package var isMissing = false
}
