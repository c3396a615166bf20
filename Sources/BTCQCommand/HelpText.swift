import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation

/// What `--help` prints: at most 80 columns, made from the tables.
enum HelpText {
    static var text: String {
        let options = Option.Group.allCases.map { group in
            section(group.rawValue, Option.all.filter { $0.group == group }.map { (usage(of: $0), $0.summary) })
        }
        let sources = section("Sources (SOURCE)", SourceRegistry.exchanges.map { ("  " + $0.name, markets(of: $0)) })
        let formats = section("Formats (NAME)", FormatRegistry.formats.map { ("  " + $0.name, $0.summary) })
        let statuses = section("Exit status", ExitStatus.allCases.map { ("  \($0.rawValue)", $0.meaning) })
        return ([introduction] + options + [sources, formats, statuses, closing]).joined(separator: "\n")
    }

    private static let introduction = """
        Usage: btcq [options]

        Prints the price of one bitcoin. Asks a primary source, then a fallback; when
        neither answers in time, prints the cached quote with status \(ExitStatus.stale.rawValue).

        """

    private static let closing = """
        A DURATION is a number and ms, s, m, h or d; seconds without a unit.
        Of the sources above, the first two that have the currency are asked, unless
        you name others; one that wants a key only with its key.
        The manual says more: man btcq

        """

    private static func usage(of option: Option) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return "  \(short)--\(option.long)" + (option.value.map { " \($0.name)" } ?? "")
    }

    private static func markets(of exchange: any Exchange) -> String {
        let pairs = exchange.pairs.map { pair in pair.name + (pair.note.map { " (\($0))" } ?? "") }
        return pairs.joined(separator: ", ") + (exchange.keyVariable.map { "; wants a key: $\($0)" } ?? "")
    }

    private static func section(_ title: String, _ rows: [(String, String)]) -> String {
        let width = (rows.map { $0.0.utf8.count }.max() ?? 0) + 2
        let lines = rows.map { left, right in
            let indent = String(repeating: " ", count: width)
            let padding = String(repeating: " ", count: width - left.utf8.count)
            return left + padding + wrapped(right, to: 80 - width).joined(separator: "\n" + indent) + "\n"
        }
        return "\(title):\n" + lines.joined()
    }

    /// Lines of at most `width` columns, broken between words. All that is wrapped is ASCII.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        text.split(separator: " ").reduce(into: [String]()) { lines, word in
            if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }
}
