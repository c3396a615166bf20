import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation

/// The output of `--help`: at most 80 columns, made from the tables.
enum HelpText {
    private static let width = 80

    static var text: String {
        let options = Option.groups.map { group in
            section(group.title, group.options.map { (usage(of: $0), $0.summaryWithDefault) })
        }
        let sources = section("Sources (SOURCE)", AppDependencies.sources.map { ("  " + $0.name, pairs(of: $0)) })
        let formats = section("Formats (NAME)", FormatRegistry.formats.map { ("  " + $0.name, $0.summary) })
        let statuses = section("Exit status", ExitStatus.allCases.map { ("  \($0.rawValue)", $0.summary) })
        return ([introduction] + options + [sources, formats, statuses, closing]).joined(separator: "\n")
    }

    private static let introduction = """
        Usage: btcq [options]

        Prints the price of one bitcoin. Asks a primary source, then a fallback; if
        neither responds in time, prints the cached quote with exit status \(ExitStatus.stale.rawValue).

        """

    private static let closing = """
        A DURATION is a number and ms, s, m, h or d; seconds without a unit.
        Unless you choose sources, the first two above that quote the currency are
        asked; one that needs a key only if its key is set. See also: man btcq

        Examples:
          btcq --currency EUR         the price in euros
          btcq --number --max-age 5m  only the digits, fetched at most every 5 minutes
          btcq --csv >> prices.csv    append a row to a file

        """

    private static func usage(of option: Option) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return "  \(short)--\(option.long)" + (option.value.map { " \($0.name)" } ?? "")
    }

    private static func pairs(of source: Source) -> String {
        let pairs = source.pairs.map { pair in pair.name + (pair.note.map { " (\($0))" } ?? "") }
        return pairs.joined(separator: ", ") + (source.keyVariable.map { "; needs a key in $\($0)" } ?? "")
    }

    private static func section(_ title: String, _ rows: [(String, String)]) -> String {
        let indent = (rows.map { $0.0.utf8.count }.max() ?? 0) + 2
        let lines = rows.map { left, right in
            let padding = String(repeating: " ", count: indent - left.utf8.count)
            let lines = wrapped(right, to: width - indent)
            return left + padding + lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
        }
        return "\(title):\n" + lines.joined()
    }

    /// Lines of at most `width` columns, broken between words. The text is ASCII.
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
