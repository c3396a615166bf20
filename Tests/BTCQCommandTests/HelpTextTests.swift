import Testing

@testable import BTCQCommand

@Suite struct HelpTextTests {
    private static let currency = HelpText.wrapped(
        "currency of the price: \(Names.currencies.joined(separator: ", ")) [$BTCQ_CURRENCY, USD]", to: 53
    ).joined(separator: "\n" + String(repeating: " ", count: 27))

    /// Without the lines of the sources, which are compared with the man page. Lines are broken only where they must be.
    private static let expected = """
        Usage: btcq [options]

        Prints the price of one bitcoin. Asks a primary source, then a fallback; if
        neither responds in time, prints the cached quote with exit status 3.

        Sources:
          -t, --timeout DURATION   ask the fallback too if the primary has not responded
                                   by then [800ms, or half of --max-time if that is
                                   less]
          -m, --max-time DURATION  total time limit [5s, or twice --timeout if that is
                                   more]
              --primary SOURCE     source to ask first [$BTCQ_PRIMARY, binance]
              --fallback SOURCE    source to ask second, or none [$BTCQ_FALLBACK,
                                   coinbase]
          -s, --source SOURCE      ask only this source
              --currency CODE      \(currency)

        Cache:
          -a, --max-age DURATION    accept a cached quote younger than this [0; with -b
                                    1m]
              --max-stale DURATION  maximum age of a stale quote; 0: none [1d]
          -o, --offline             use only the cache
          -b, --background          print the cached quote at once and refresh it in the
                                    background
              --stale-ok            exit with status 0 after a stale quote

        Output:
          -f, --format NAME    output format [text]
          -j, --json           --format json
          -c, --csv            --format csv
          -n, --number         --format number
              --template TEXT  custom output format, such as '{price} {source}'
              --decimals N     decimals of the price, 0 to 8 [the currency's; number:
                               all digits]
              --header WHEN    when to print the CSV header: always, never, or auto,
                               only into an empty file [auto]

        Other:
          -q, --quiet              print only usage and write errors
          -v, --verbose            report each source's result and timing
              --completions SHELL  print a completion script for bash, zsh or fish
          -h, --help               print this help
          -V, --version            print the version; with -v also libcurl, certificates
                                   and cache

        Sources (SOURCE):

        Formats (NAME):
          text        price, time, source and pair
          number      only the digits
          json        one object on one line
          csv         one RFC 4180 row
          waybar      JSON for waybar
          xbar        a menu for xbar and SwiftBar
          prometheus  metrics for node_exporter

        Exit status:
          0  a live or fresh quote was printed, or a stale one with --stale-ok
          1  no quote
          2  usage error; nothing was fetched or written
          3  a stale quote was printed
          4  the quote could not be written to standard output

        A DURATION is a number and ms, s, m, h or d; seconds without a unit.
        Unless you choose sources, the first two above that quote the currency are
        asked; one that needs a key only if its key is set. See also: man btcq

        Examples:
          btcq --currency EUR         the price in euros
          btcq --number --max-age 5m  only the digits, fetched at most every 5 minutes
          btcq --csv >> prices.csv    append a row to a file

        """

    @Test func text_isMadeFromTheTables() throws {
        var lines = HelpText.text.split(separator: "\n", omittingEmptySubsequences: false)
        let sources = try #require(lines.firstIndex(of: "Sources (SOURCE):")) + 1
        let end = try #require(lines[sources...].firstIndex(of: ""))
        // The second line of a source begins further to the right.
        let firstLines = lines[sources..<end].filter { !$0.hasPrefix("   ") }
        #expect(firstLines.count == Names.sources.count)
        for (line, name) in zip(firstLines, Names.sources) { #expect(line.hasPrefix("  \(name)  ")) }
        lines.removeSubrange(sources..<end)
        let expected = Self.expected.split(separator: "\n", omittingEmptySubsequences: false)
        for (line, expectedLine) in zip(lines, expected) { #expect(line == expectedLine) }
        #expect(lines.count == expected.count)
    }

    @Test func lines_haveAtMost80ColumnsOfASCII() {
        for line in HelpText.text.split(separator: "\n") {
            #expect(line.utf8.count <= 80 && !line.hasSuffix(" "), "\(line)")
            #expect(line.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(line)")
        }
    }

    @Test(arguments: [
        (5, ["ab cd", "ef"]), (4, ["ab", "cd", "ef"]), (8, ["ab cd ef"]), (7, ["ab cd", "ef"]),
        (1, ["ab", "cd", "ef"]),
    ])
    func wrapped_fillsEachLineUpToTheWidth(_ width: Int, _ lines: [String]) {
        #expect(HelpText.wrapped("ab cd ef", to: width) == lines)
    }

    @Test(arguments: expected.split(separator: "\n").suffix(3))
    func example_isACommandLineThatParses(_ line: Substring) throws {
        let command = line.split(separator: "  ")[0].split(separator: " ").map(String.init)
        #expect(command.first == "btcq")
        _ = try parse(Array(command.dropFirst().prefix { $0 != ">>" }))
    }
}
