import Testing

@testable import BTCQCommand

/// What stands around the tables, the options, and what the formats are for, word for word; the sources and the names
/// of the formats are held against the manual.
@Suite struct HelpTextTests {
    @Test func beginning_saysWhatIsAskedAndWhatIsPrinted() {
        #expect(
            HelpText.text.hasPrefix(
                """
                Usage: btcq [options]

                Prints the price of one bitcoin. Asks a primary source, then a fallback; when
                neither answers in time, prints the cached quote with status 3.


                """))
    }

    @Test func tables_haveTheirTitles() {
        let titles = HelpText.text.split(separator: "\n").filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") }
        #expect(
            titles == [
                "Sources:", "Cache:", "Output:", "Other:", "Sources (SOURCE):", "Formats (NAME):", "Exit status:",
            ])
    }

    /// Lines are broken where they must be, and nowhere else.
    @Test func options_areDescribedInTheirGroups() {
        #expect(
            HelpText.text.contains(
                """

                Sources:
                  -t, --timeout DURATION   how long the primary has before the fallback is asked
                                           as well [800ms]
                  -m, --max-time DURATION  bound on the whole fetch [5s]
                      --primary SOURCE     the source asked first [$BTCQ_PRIMARY, binance]
                      --fallback SOURCE    the source asked second, or none [$BTCQ_FALLBACK,
                                           coinbase]
                  -s, --source SOURCE      this source alone
                      --currency CODE      what the price is counted in [$BTCQ_CURRENCY, USD]

                Cache:
                  -a, --max-age DURATION    a cached quote younger than this will do [0]
                      --max-stale DURATION  the oldest stale quote worth printing; 0: none [1d]
                  -o, --offline             only the cache, never the network
                  -b, --background          print the cached quote at once, refresh it behind
                      --stale-ok            a stale quote is a success: status 0

                Output:
                  -f, --format NAME    how to print it, see below [text]
                  -j, --json           --format json
                  -c, --csv            --format csv
                  -n, --number         --format number
                      --template TEXT  a line of your own, such as '{price} {source}'
                      --decimals N     decimals of the price, 0 to 8 [the currency's]
                      --header WHEN    the CSV header: auto, always or never [auto]

                Other:
                  -q, --quiet              no warnings
                  -v, --verbose            how each source did, and when
                      --completions SHELL  print the completion script of a shell
                  -h, --help               print this
                  -V, --version            print the version

                Sources (SOURCE):

                """))
    }

    @Test(arguments: [(5, ["ab cd", "ef"]), (4, ["ab", "cd", "ef"]), (8, ["ab cd ef"]), (1, ["ab", "cd", "ef"])])
    func line_takesTheWordsThatFit(_ width: Int, _ lines: [String]) {
        #expect(HelpText.wrapped("ab cd ef", to: width) == lines)
    }

    @Test func formats_haveTheirMeanings() {
        #expect(
            HelpText.text.contains(
                """
                Formats (NAME):
                  text        price, time and source
                  number      the digits alone
                  json        one object on one line
                  csv         one RFC 4180 row
                  waybar      JSON for waybar
                  xbar        a menu for xbar and SwiftBar
                  prometheus  metrics for node_exporter

                """))
    }

    @Test func statuses_haveTheirMeanings() {
        #expect(
            HelpText.text.contains(
                """
                  0  a quote that a source just gave, or --max-age or --stale-ok allows
                  1  no quote: no source answered, no cached one may be printed
                  2  usage error: nothing was fetched or written
                  3  a stale quote: nothing better was to be had
                  4  the quote could not be written to standard output

                """))
    }

    @Test func end_saysWhatIsMeantByThem() {
        #expect(
            HelpText.text.hasSuffix(
                """

                A DURATION is a number and ms, s, m, h or d; seconds without a unit.
                Of the sources above, the first two that have the currency are asked, unless
                you name others; one that wants a key only with its key.
                The manual says more: man btcq

                """))
    }
}
