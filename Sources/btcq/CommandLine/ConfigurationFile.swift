import BTCPriceCore
import Platform

/// The user's configuration file: options as on the command line, one per line.
struct ConfigurationFile {
    struct Line: Equatable {
        let number: Int
        /// An option and its value; one argument if they are joined by `=`.
        let arguments: [[UInt8]]
    }

    let path: Path
    /// Without empty lines and comments.
    let lines: [Line]
    /// False if a directory on the path may not be searched, for example because HOME is another user's. The file then
    /// counts as empty.
    let isAccessible: Bool

    /// Nil if there is no file. Throws if there is one that cannot be used.
    init?(_ environment: Environment) throws(UsageError) {
        guard let path = Self.path(environment) else { return nil }
        let contents: [UInt8]
        do throws(FileError) {
            contents = try path.contents()
        } catch {
            if error.isMissing { return nil }
            // The file itself, or a directory that may not be searched?
            var status = stat()
            guard lstat(path.cString, &status) != 0 else { throw .unusableFile(error.text) }
            guard errno == EACCES else { return nil }
            self.init(path, [], isAccessible: false)
            return
        }
        let isText = String(validating: contents, as: UTF8.self) != nil && !contents.contains(0)
        guard isText else { throw .unusableFile("\(path) is not UTF-8 text") }
        self.init(path, contents)
    }

    init(_ path: Path, _ contents: [UInt8], isAccessible: Bool = true) {
        self.path = path
        self.isAccessible = isAccessible
        let byteOrderMark = "\u{feff}".utf8
        let text = contents.dropFirst(contents.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        self.lines = lines.enumerated().compactMap { index, text in
            let arguments = Self.arguments(text)
            return arguments.isEmpty ? nil : Line(number: index + 1, arguments: arguments)
        }
    }

    /// The arguments of one line; none in an empty line or a comment.
    private static func arguments(_ text: ArraySlice<UInt8>) -> [[UInt8]] {
        let line = text.trimmed
        guard let first = line.first, first != UInt8(ascii: "#") else { return [] }
        let name = line.prefix { !$0.isSpace && $0 != UInt8(ascii: "=") }
        let rest = line[name.endIndex...]
        guard rest.first?.isSpace == true else { return [Array(line)] }
        return [Array(name), Array(rest.trimmed)]
    }

    /// The first absolute path of `$XDG_CONFIG_HOME/btcq/config` and `$HOME/.config/btcq/config`.
    private static func path(_ environment: Environment) -> Path? {
        let places = [("XDG_CONFIG_HOME", "btcq/config"), ("HOME", ".config/btcq/config")]
        let paths = places.compactMap { variable, path in environment.value(variable).map { Path($0).appending(path) } }
        return paths.first { $0.bytes.first == UInt8(ascii: "/") }
    }
}

extension ConfigurationFile {
    /// What `--verbose` reports of the file.
    var note: String {
        isAccessible
            ? "options were read from \(path)" : "no options were read from \(path): \(SystemError(code: EACCES))"
    }

    /// The line for `--version --verbose`.
    static func location(_ environment: Environment) -> String {
        guard let path = path(environment) else { return "configuration (none)" }
        return "configuration \(path)" + (access(path.cString, F_OK) == 0 ? "" : " (none)")
    }
}
