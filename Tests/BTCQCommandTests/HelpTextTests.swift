import BTCPriceComposer
import BTCPricePresentation
import TestSupport
import Testing

@testable import BTCQCommand

@Suite struct HelpTextTests {
    /// Up to the lists of values. The options are those of the contract.
    private static let expected = """
        Usage: btcq [options]

        Prints the price of one bitcoin. Asks a primary source, then a fallback; if
        neither responds in time, prints the cached quote with exit status 3.

        Examples:
          btcq --currency EUR         the price in euros
          btcq --number --max-age 5m  only the digits, fetched at most every 5 minutes
          btcq --csv >> prices.csv    append a row to a file

        Sources:
          -t, --timeout DURATION   head start of the primary [800ms]
          -m, --max-time DURATION  total time limit [5s]
              --primary SOURCE     source to ask first [binance]
              --fallback SOURCE    source to ask second, or none [bitstamp]
          -s, --source SOURCE      ask only this source
              --currency CODE      currency of the price [USD]
        Cache:
          -a, --max-age DURATION    accept a cached quote younger than this [0; -b: 1m]
              --max-stale DURATION  maximum age of a stale quote; 0: none [1d]
          -o, --offline             use only the cache
          -b, --background          print the cached quote, refresh it in the background
              --stale-ok            exit with status 0 after a stale quote
        Output:
          -f, --format NAME    output format [text]
          -j, --json           --format json
          -c, --csv            --format csv
          -n, --number         --format number
              --template TEXT  custom output format, such as '{price} {source}'
              --decimals N     decimals of the price, 0 to 8 [the currency's]
              --header WHEN    when to print the CSV header [auto]
        Other:
          -q, --quiet              print only usage and write errors
          -v, --verbose            report each source's result and timing
              --completions SHELL  print a completion script for bash, zsh or fish
          -h, --help               print this help
          -V, --version            print the version; with -v what a bug report needs

        DURATION  a number and ms, s, m, h or d; seconds without a unit

        """

    private static let lists = "\nSOURCE "

    @Test func options_areThoseOfTheContract() throws {
        let lists = try #require(HelpText.text.firstRange(of: Self.lists))
        expectLines(HelpText.text[...lists.lowerBound].description, Self.expected, "adapt HelpTextTests.expected")
    }

    /// Wherever their lines are broken.
    @Test func lists_nameAllSourcesCurrenciesFormatsPlaceholdersAndStatuses() throws {
        let lists = try #require(HelpText.text.firstRange(of: Self.lists))
        let lines = HelpText.text[lists.lowerBound...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let sources = AppDependencies.sources.map { $0.name + ($0.keyVariable == nil ? "" : " (needs a key)") }
        #expect(
            lines == """
                SOURCE \(sources.joined(separator: ", ")) CODE \(Names.currencies.joined(separator: ", ")) \
                NAME \(Names.formats.joined(separator: ", ")) \
                TEXT \(Template.placeholders.dropLast(2).joined(separator: " ")) \
                WHEN auto, always, never Status 0 live or fresh quote, 1 no quote, 2 usage error, 3 stale quote, 4 quote not written \
                See also: man btcq
                """)
    }

    @Test func text_hasAtMost55LinesOf80ColumnsOfASCII() {
        let lines = HelpText.text.split(separator: "\n", omittingEmptySubsequences: false)
        // The last one is empty.
        #expect(lines.count - 1 <= 55 && lines.last == "")
        let unsuitable = lines.filter { line in
            line.utf8.count > 80 || line.hasSuffix(" ") || !line.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        }
        #expect(unsuitable == [])
    }

    @Test(arguments: HelpText.text.split(separator: "\n").filter { $0.hasPrefix("  btcq ") })
    func example_isACommandLineThatParses(_ line: Substring) throws {
        let command = line.dropFirst("  btcq ".count).split(separator: "  ")[0].prefix { $0 != ">" }
        _ = try parse(String(command))
    }

    @Test(arguments: Option.all)
    func option_isUniqueAndDescribedInPlainASCII(_ option: Option) {
        #expect(Option.all.flatMap(\.names).filter { option.names.contains($0) } == option.names)
        #expect(option.long.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        #expect(option.short?.isASCII != false && option.short?.isLetter != false)
        let texts = [option.summary, option.defaultValue, option.manual].compactMap(\.self)
        #expect(texts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    }
}
