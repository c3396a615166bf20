import Platform

/// The user's configuration file: options as on the command line, one per line.
struct ConfigurationFile {
    /// An option and its value, which is in the same argument if it follows a `=`.
    struct Line: Equatable {
        let number: Int
        let arguments: [[UInt8]]
    }

    /// For messages.
    let path: String
    /// Without empty ones and comments.
    let lines: [Line]
    /// False if a directory on the path may not be searched, as in another user's HOME. Then it counts as empty.
    let isAccessible: Bool

    /// Nil if there is no file. Throws if it is there and cannot be used.
    init?(_ environment: Environment) throws(UsageError) {
        guard let path = Self.path(environment) else { return nil }
        let name = TerminalText.limited(path)
        let contents: [UInt8]
        do throws(SmallFile.Failure) {
            contents = try SmallFile.contents(of: Self.cString(path))
        } catch {
            switch error {
            case .missing: return nil
            case .unusable(let reason): throw .unusableFile("\(name) \(reason)")
            case .system(let error):
                var status = stat()
                guard lstat(Self.cString(path), &status) != 0 else { throw .unusableFile("\(name): \(error)") }
                guard errno == EACCES else { return nil }
                self.init(path: name, [], isAccessible: false)
                return
            }
        }
        guard String(validating: contents, as: UTF8.self) != nil else { throw .unusableFile("\(name) is not UTF-8") }
        guard !contents.contains(0) else { throw .unusableFile("\(name) contains a NUL") }
        self.init(path: name, contents)
    }

    init(path: String, _ contents: [UInt8], isAccessible: Bool = true) {
        self.path = path
        self.isAccessible = isAccessible
        let byteOrderMark = Array("\u{feff}".utf8)
        let text = contents.dropFirst(contents.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        self.lines = lines.enumerated().compactMap { index, text in
            let arguments = Self.arguments(text)
            return arguments.isEmpty ? nil : Line(number: index + 1, arguments: arguments)
        }
    }

    /// None in an empty line or a comment.
    private static func arguments(_ text: ArraySlice<UInt8>) -> [[UInt8]] {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        var line = text.drop(while: isSpace)
        while let last = line.last, isSpace(last) { line.removeLast() }
        guard let first = line.first, first != UInt8(ascii: "#") else { return [] }
        let name = line.prefix { !isSpace($0) && $0 != UInt8(ascii: "=") }
        let rest = line[name.endIndex...]
        guard let separator = rest.first, isSpace(separator) else { return [Array(line)] }
        return [Array(name), Array(rest.drop(while: isSpace))]
    }

    /// `$XDG_CONFIG_HOME/btcq/config` if that is an absolute path, else `$HOME/.config/btcq/config`; nil if that is not absolute
    /// either.
    private static func path(_ environment: Environment) -> [UInt8]? {
        let places = [("XDG_CONFIG_HOME", "/btcq/config"), ("HOME", "/.config/btcq/config")]
        let paths = places.compactMap { variable, path in environment.value(variable).map { $0 + path.utf8 } }
        return paths.first { $0.first == UInt8(ascii: "/") }
    }

    private static func cString(_ path: [UInt8]) -> [CChar] { path.map(CChar.init(bitPattern:)) + [0] }
}

extension ConfigurationFile {
    /// For `--verbose`.
    var note: String {
        isAccessible
            ? "options were read from \(path)" : "no options were read from \(path): \(SystemError(code: EACCES))"
    }

    /// Where the file is looked for, for a bug report: its path, followed by ` (none)` if it does not exist.
    static func place(_ environment: Environment) -> String {
        guard let path = path(environment) else { return "(none)" }
        return TerminalText.limited(path) + (access(cString(path), F_OK) == 0 ? "" : " (none)")
    }
}
