import BTCPriceCore
import Platform

/// The user's configuration file: options as on the command line, one per line.
enum ConfigurationFile {
    /// Without empty lines and comments. The path is for messages.
    case read(path: String, [Line])
    /// Why nothing was read, which is no error.
    case absent(String)

    struct Line: Equatable {
        let number: Int
        /// An option and its value; one argument if nothing or a `=` follows the option.
        let arguments: [[UInt8]]
    }

    /// Throws if the file is there and cannot be used: without it, a run might ask for another currency. A file in a
    /// directory that may not be searched, as in another user's HOME, counts as absent.
    init(_ environment: Environment) throws(UsageError) {
        guard let path = Self.path(environment) else {
            self = .absent("neither XDG_CONFIG_HOME nor HOME is an absolute path")
            return
        }
        let contents: [UInt8]
        do throws(FileError) {
            contents = try path.contents()
        } catch {
            if error.kind == .unusable { throw .unusableFile(error.text) }
            self = .absent(error.text)
            return
        }
        guard String(validating: contents, as: UTF8.self) != nil, !contents.contains(0) else {
            throw .unusableFile("\(path) is not UTF-8 text")
        }
        self.init(path, contents)
    }

    init(_ path: Path, _ contents: [UInt8]) {
        let byteOrderMark = "\u{feff}".utf8
        let text = contents.dropFirst(contents.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let options = lines.enumerated().compactMap { index, text in
            let arguments = Self.arguments(text)
            return arguments.isEmpty ? nil : Line(number: index + 1, arguments: arguments)
        }
        self = .read(path: path.description, options)
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

    /// What `--verbose` reports of the file.
    var note: String {
        switch self {
        case .read(let path, _): "options were read from \(path)"
        case .absent(let reason): "configuration file: none (\(reason))"
        }
    }

    /// The line for `--version --verbose`.
    static func location(_ environment: Environment) -> String {
        guard let path = path(environment) else { return "configuration (none)" }
        if case .absent? = try? ConfigurationFile(environment) { return "configuration \(path) (none)" }
        return "configuration \(path)"
    }
}
