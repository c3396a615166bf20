import BTCPriceComposer
import BTCPriceNetworking
import BTCPricePresentation

/// What `--help` prints: at most 80 columns, made from the tables.
enum HelpText {
    static var text: String {
        let options = Option.Group.allCases.map { group in
            section(group.rawValue, Option.all.filter { $0.group == group }.map { (usage(of: $0), $0.summary) })
        }
        let sources = section(
            "Sources (SOURCE)", SourceRegistry.exchanges.map { ("  " + $0.name, "price in \($0.market)") })
        let formats = section("Formats (NAME)", FormatRegistry.formats.map { ("  " + $0.name, $0.summary) })
        let statuses = section("Exit status", ExitStatus.allCases.map { ("  \($0.rawValue)", $0.meaning) })
        return ([introduction] + options + [sources, formats, statuses, closing]).joined(separator: "\n")
    }

    private static let introduction = """
        Usage: btcq [options]

        Prints the price of one bitcoin. Asks a primary source, then a fallback; when
        neither answers in time, prints the cached quote with status 3.

        """

    private static let closing = """
        A DURATION is a number and ms, s, m, h or d; seconds without a unit.
        Without options binance is asked, then coinbase; with CRYPTOCOMPARE_API_KEY
        set, binance, then cryptocompare. The manual says more: man btcq

        """

    private static func usage(of option: Option) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return "  \(short)--\(option.long)" + (option.valueName.map { " \($0)" } ?? "")
    }

    private static func section(_ title: String, _ rows: [(String, String)]) -> String {
        let width = (rows.map { $0.0.count }.max() ?? 0) + 2
        let lines = rows.map { left, right in
            let indent = String(repeating: " ", count: width)
            return left.padded(to: width) + right.wrapped(to: 80 - width).joined(separator: "\n" + indent)
        }
        return "\(title):\n" + lines.map { $0 + "\n" }.joined()
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    /// Lines of at most `width` columns, broken between words.
    fileprivate func wrapped(to width: Int) -> [String] {
        split(separator: " ").reduce(into: [String]()) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }
}
