import Testing

@testable import BTCQCommand

/// What stands around the tables, word for word; the options, sources and formats are held against the manual.
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
