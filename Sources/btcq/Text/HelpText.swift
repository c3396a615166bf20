import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation

/// At most 80 columns, made from tables such as `Option.groups`.
enum HelpText {
    private static let width = 80

    static var text: String {
        let options = Option.groups.map { group in
            "\(group.title):\n" + table(group.options.map { (usage(of: $0), words($0.summaryWithDefault)) })
        }
        return introduction + "\n" + options.joined() + "\n" + table(values)
            + "\nSee also: man btcq\nOptions of the section Sources are also read from ~/.config/btcq/config.\n"
    }

    private static let introduction = """
        Usage: btcq [options]

        Prints the price of one bitcoin. Asks a primary source, then a fallback; if
        neither responds in time, prints the cached quote with exit status \(ExitStatus.stale.rawValue).

        Examples:
          btcq --currency EUR         the price in euros
          btcq --number --max-age 5m  only the digits, fetched at most every 5 minutes
          btcq --csv >> prices.csv    append a row to a file

        """

    /// Below the options: their values, and the exit statuses.
    private static var values: [(String, [String])] {
        [
            ("DURATION", words("a number and ms, s, m, h or d; seconds without a unit")),
            ("SOURCE", list(AppDependencies.sources.map { $0.name + ($0.keyVariable == nil ? "" : " (needs a key)") })),
            ("CODE", Currency.allCases.map { $0.code }),
            ("NAME", list(FormatRegistry.formats.map { $0.name })),
            ("TEXT", Template.placeholders.filter { $0.utf8.count > "{{".utf8.count }),
            ("WHEN", list(RunOptions.HeaderMode.allCases.map { $0.rawValue })),
            ("Status", list(ExitStatus.allCases.map { "\($0.rawValue) \($0.summary)" })),
        ]
    }

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private static func list(_ items: [String]) -> [String] { items.dropLast().map { "\($0)," } + items.suffix(1) }

    private static func usage(of option: Option) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return "  \(short)--\(option.long)" + (option.value.map { " \($0.name)" } ?? "")
    }

    private static func table(_ rows: [(String, [String])]) -> String {
        let indent = (rows.map { $0.0.utf8.count }.max() ?? 0) + 2
        return rows.map { left, right in
            let padding = String(repeating: " ", count: indent - left.utf8.count)
            let lines = wrapped(right, to: width - indent)
            return left + padding + lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
        }.joined()
    }

    /// Breaks lines only between the texts, each of which is ASCII and fits into a line.
    private static func wrapped(_ texts: [String], to width: Int) -> [String] {
        texts.reduce(into: [String]()) { lines, text in
            if let last = lines.last, last.utf8.count + 1 + text.utf8.count <= width {
                lines[lines.count - 1] += " \(text)"
            } else {
                lines.append(text)
            }
        }
    }
}
